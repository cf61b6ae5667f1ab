import type { ListedConversation } from '#shared/api/chat.ts';
import { apiPaths } from '#shared/paths.ts';
import { to } from '#shared/routes.ts';

const roomPrefix = 'room:';

/**
 * Names a conversation on this device: the id of the other person, or `room:` and the id of the project whose room it is. By
 * it, the store, the outbox, drafts and changes treat both kinds alike.
 */
export type ConversationKey = string;

export function roomKey(projectId: string): ConversationKey {
  return roomPrefix + projectId;
}

/** The id of the project whose room the conversation is; undefined for the chat of two people. */
export function roomOf(key: ConversationKey): string | undefined {
  return key.startsWith(roomPrefix) ? key.slice(roomPrefix.length) : undefined;
}

/** How calls of the live connection name the conversation. */
export function placeOf(key: ConversationKey): { targetUserId: string } | { roomId: string } {
  const roomId = roomOf(key);
  return roomId === undefined ? { targetUserId: key } : { roomId };
}

/** The conversation that an event is about. */
export function keyIn({ peerId, roomId }: { peerId?: string; roomId?: string }): ConversationKey | undefined {
  return roomId === undefined ? peerId : roomKey(roomId);
}

export function keyOf(conversation: ListedConversation): ConversationKey {
  return 'room' in conversation ? roomKey(conversation.room._id) : conversation.user._id;
}

/** The call that loads the conversation's messages. */
export function historyPath(key: ConversationKey): string {
  const roomId = roomOf(key);
  return roomId === undefined ? apiPaths.chat(key) : apiPaths.room(roomId);
}

/** The screen of the conversation. */
export function conversationHref(key: ConversationKey): string {
  const roomId = roomOf(key);
  return roomId === undefined ? to.chat(key) : to.room(roomId);
}

/** By what the store knows that somebody types: in a room several people may. */
export function typingKey(key: ConversationKey, userId: string): string {
  return roomOf(key) === undefined ? key : `${key}:${userId}`;
}
