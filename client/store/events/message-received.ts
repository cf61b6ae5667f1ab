import { chatApi } from '#client/store/api/chat/chat-api.ts';
import { applyMessage, isMuted, listedConversation } from '#client/store/api/chat/chat-cache.ts';
import { type ConversationKey, keyIn, roomOf, typingKey } from '#client/store/api/chat/conversation-key.ts';
import { removeOutboxItem } from '#client/store/outbox/outbox.ts';
import { typingChanged } from '#client/store/slices/live-slice.ts';
import { messageLine } from '#client/text/message-line.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import type { MessageReceived } from '#shared/socket-events.ts';
import type { LiveParts } from './live-parts.ts';
import { messageNews } from './news.ts';

/** `onUnidentified` gets the messages that name neither their sender nor their conversation. */
export function hearMessageReceived(parts: LiveParts, onUnidentified: (event: MessageReceived) => void): void {
  parts.socket.on('messageReceived', (event) => {
    const identified = identify(event);
    if (identified) receive(parts, identified);
    else onUnidentified(event);
  });
}

type Identified = { key: ConversationKey; message: ChatMessage & { senderId: User } };

function identify(event: MessageReceived): Identified | undefined {
  const { _id, seq, senderId, createdAt, clientId, text, firstName = '', lastName = '', photoUrl } = event;
  const { replyTo, pictures, mentions, event: line } = event;
  const key = keyIn(event);
  if (_id === undefined || senderId === undefined || key === undefined || createdAt === undefined) return undefined;
  const sender: User = { _id: senderId, firstName, lastName, ...(photoUrl === undefined ? {} : { photoUrl }) };
  return {
    key,
    message: {
      _id,
      senderId: sender,
      text,
      createdAt,
      ...(seq === undefined ? {} : { seq }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(pictures === undefined ? {} : { pictures }),
      ...(mentions === undefined ? {} : { mentions }),
      ...(line === undefined ? {} : { event: line }),
    },
  };
}

function receive({ store, userId, isOpen, announce }: LiveParts, { key, message }: Identified): void {
  const own = message.senderId._id === userId;
  const isNew = applyMessage(store, { key, message, seen: own || isOpen(key) });
  if (own) {
    if (message.clientId !== undefined) removeOutboxItem(userId, message.clientId);
    return;
  }
  store.dispatch(typingChanged({ key: typingKey(key, message.senderId._id), typing: false }));
  if (!isNew || isOpen(key) || isMuted(listedConversation(store, key))) return;
  announce(messageNews(message.senderId, messageLine(message), roomNamed(store, key)));
}

function roomNamed(store: LiveParts['store'], key: ConversationKey) {
  if (roomOf(key) === undefined) return undefined;
  const listed = listedConversation(store, key);
  const loaded = chatApi.endpoints.chat.select(key)(store.getState()).data?.room;
  const room = listed && 'room' in listed ? listed.room : loaded;
  return { key, name: room?.project.projectName ?? 'a project' };
}
