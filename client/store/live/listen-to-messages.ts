import { readPreferences } from '#client/device/preferences.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import { refetchNow } from '#client/store/api/refetch-now.ts';
import { applyMessage, applyReceipt, applyUnread } from '#client/store/chat/chat-cache.ts';
import type { Delivery } from '#client/store/outbox/delivery.ts';
import { removeOutboxItem } from '#client/store/outbox/outbox.ts';
import { typingChanged } from '#client/store/slices/live-slice.ts';
import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { fullName } from '#client/text/person.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import type { MessageReceived } from '#shared/socket-events.ts';
import type { LiveParts } from './live-parts.ts';

const typingLastsMs = 6000;

export function listenToMessages(parts: LiveParts, delivery: Delivery): void {
  const { socket, store, userId } = parts;
  socket.on('messageReceived', (event) => {
    const known = identify(event);
    if (known) receive(parts, known.peerId, known.message);
    else nudge(parts, delivery, event);
  });
  socket.on('messagesRead', (event) => {
    if (event.userId === userId) applyUnread(store, event.peerId, event.unread ?? 0);
    else if (readPreferences().receipts) applyReceipt(store, event.userId, event.messageId);
  });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  socket.on('typing', ({ userId: peerId, typing }) => {
    clearTimeout(timers.get(peerId));
    if (!readPreferences().seeTyping) return;
    store.dispatch(typingChanged({ userId: peerId, typing }));
    // A peer who disconnects while typing never sends the end of it.
    if (typing)
      timers.set(
        peerId,
        setTimeout(() => store.dispatch(typingChanged({ userId: peerId, typing: false })), typingLastsMs),
      );
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
  if (isNew && !isOpen(peerId)) announce(newsOf(message.senderId, message.text, to.chat(peerId)));
}

/** Another upstream sends the name of the sender without the id, so the histories on screen are loaded again. */
function nudge({ store, isOpen, announce }: LiveParts, delivery: Delivery, event: MessageReceived): void {
  refetchNow(store, ['Chat']);
  const own = store.getState().auth.user;
  if (event.firstName === own?.firstName && event.lastName === own?.lastName) {
    delivery.echoed(String(event.text));
    return;
  }
  const people = peopleApi.endpoints.connections.select()(store.getState()).data?.people ?? [];
  const named = people.filter((p) => p.firstName === event.firstName && p.lastName === event.lastName);
  const [sender] = named;
  if (named.length === 1 && sender && !isOpen(sender._id))
    announce(newsOf(sender, String(event.text), to.chat(sender._id)));
}

function newsOf(sender: User, text: string, href: string) {
  return {
    key: `message:${sender._id}`,
    text: `${fullName(sender)}: ${messageExcerpt(text)}`,
    href,
    action: 'Open',
    personId: sender._id,
    kind: 'message' as const,
  };
}
