import { applyMessage } from '#client/store/api/chat/chat-cache.ts';
import { removeOutboxItem } from '#client/store/outbox/outbox.ts';
import { typingChanged } from '#client/store/slices/live-slice.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import type { MessageReceived } from '#shared/socket-events.ts';
import type { LiveParts } from './live-parts.ts';
import { messageNews } from './news.ts';

/** `onUnidentified` gets the messages that name neither their sender nor their conversation. */
export function hearMessageReceived(parts: LiveParts, onUnidentified: (event: MessageReceived) => void): void {
  parts.socket.on('messageReceived', (event) => {
    const known = identify(event);
    if (known) receive(parts, known.peerId, known.message);
    else onUnidentified(event);
  });
}

type Identified = { peerId: string; message: ChatMessage & { senderId: User } };

function identify(event: MessageReceived): Identified | undefined {
  const { _id, seq, senderId, peerId, createdAt, clientId, text, firstName = '', lastName = '', photoUrl } = event;
  if (_id === undefined || senderId === undefined || peerId === undefined || createdAt === undefined) return undefined;
  const sender: User = { _id: senderId, firstName, lastName, ...(photoUrl === undefined ? {} : { photoUrl }) };
  return {
    peerId,
    message: {
      _id,
      senderId: sender,
      text,
      createdAt,
      ...(seq === undefined ? {} : { seq }),
      ...(clientId === undefined ? {} : { clientId }),
    },
  };
}

function receive({ store, userId, isOpen, announce }: LiveParts, peerId: string, message: Identified['message']): void {
  const own = message.senderId._id === userId;
  const isNew = applyMessage(store, { peerId, message, seen: own || isOpen(peerId) });
  if (own) {
    if (message.clientId !== undefined) removeOutboxItem(userId, message.clientId);
    return;
  }
  store.dispatch(typingChanged({ userId: peerId, typing: false }));
  if (isNew && !isOpen(peerId)) announce(messageNews(message.senderId, message.text));
}
