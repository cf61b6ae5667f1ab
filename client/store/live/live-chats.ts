import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { baseApi } from '../base-api.ts';
import { chatApi } from '../chat-api.ts';
import type { AppStore } from '../make-store.ts';
import { mergeMessages } from './merge-messages.ts';

/** A message that has its identity, however it became known. */
export interface KnownMessage {
  peerId: string;
  message: ChatMessage & { senderId: User };
  /** Whether it was read the moment it came: it then counts nowhere. */
  seen: boolean;
}

/** Puts a message where it belongs in what is loaded. Answers whether it was new to the conversation list. */
export function applyMessage(store: AppStore, { peerId, message, seen }: KnownMessage): boolean {
  applyToThread(store, peerId, message);
  return applyToList(store, peerId, message, seen);
}

function applyToThread(store: AppStore, peerId: string, message: ChatMessage): void {
  const thread = chatApi.endpoints.chat.select(peerId)(store.getState()).data;
  if (!thread) return;
  const last = thread.messages.at(-1);
  store.dispatch(
    chatApi.util.updateQueryData('chat', peerId, (draft) => {
      mergeMessages(draft.messages, [message]);
    }),
  );
  // A number was skipped: something was missed, so the history is asked.
  if (last?.seq !== undefined && message.seq !== undefined && message.seq > last.seq + 1) refetchChat(store, peerId);
}

function applyToList(
  store: AppStore,
  peerId: string,
  message: ChatMessage & { senderId: User },
  seen: boolean,
): boolean {
  const list = chatApi.endpoints.conversations.select()(store.getState()).data;
  if (!list) return true;
  const known = list.find(({ user }) => user._id === peerId);
  if (!known) {
    store.dispatch(baseApi.util.invalidateTags(['Chats']));
    return true;
  }
  const { lastMessage } = known;
  if (lastMessage && (lastMessage._id === message._id || lastMessage.createdAt > message.createdAt)) return false;
  const { _id, text, createdAt, senderId } = message;
  store.dispatch(
    chatApi.util.updateQueryData('conversations', undefined, (draft) => {
      const index = draft.findIndex(({ user }) => user._id === peerId);
      const [conversation] = draft.splice(index, 1);
      if (!conversation) return;
      conversation.lastMessage = { _id, text, createdAt, senderId: senderId._id };
      // Whoever answers has read what was there.
      conversation.unread = senderId._id !== peerId ? 0 : seen ? conversation.unread : conversation.unread + 1;
      draft.unshift(conversation);
    }),
  );
  return true;
}

export function applyUnread(store: AppStore, peerId: string, unread: number): void {
  store.dispatch(
    chatApi.util.updateQueryData('conversations', undefined, (draft) => {
      const conversation = draft.find(({ user }) => user._id === peerId);
      if (conversation) conversation.unread = unread;
    }),
  );
}

/** The other person has read up to this message. */
export function applyReceipt(store: AppStore, peerId: string, messageId: string): void {
  store.dispatch(
    chatApi.util.updateQueryData('chat', peerId, (draft) => {
      const before = draft.messages.findIndex(({ _id }) => _id === draft.readUpTo);
      const now = draft.messages.findIndex(({ _id }) => _id === messageId);
      if (now > before) draft.readUpTo = messageId;
    }),
  );
}

export function refetchChat(store: AppStore, peerId: string): void {
  store.dispatch(baseApi.util.invalidateTags([{ type: 'Chat', id: peerId }]));
}

/** Everything live may have changed while nothing could be heard. */
export function refetchAll(store: AppStore): void {
  store.dispatch(baseApi.util.invalidateTags(['Chat', 'Chats', 'Received', 'Connections', 'Interest']));
}
