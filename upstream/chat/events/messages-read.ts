import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { markRead } from '#upstream/features/chat/read-messages.ts';
import { preferencesOfMany } from '#upstream/features/preferences/preferences-store.ts';
import { areConnected } from '#upstream/features/requests/relations.ts';
import type { Place } from '#upstream/features/visibility/messages.ts';
import { notConnected, notFound } from '#upstream/http/api-error.ts';
import { defineChatEvent } from '../chat-event.ts';
import { placeIn, rooms } from '../place.ts';

/** Updates the unread count in the reader's other tabs; the writer of a chat is told only if both have receipts on. */
export const messagesRead = defineChatEvent({
  name: 'messagesRead',
  handle: async ({ deps, io }, socket, { messageId, ...payload }) => {
    const userId = socket.data.user._id;
    const place = placeIn(payload);
    const { unread, isNoticeRead, isShown } = await readUpTo(deps, { userId, place, messageId });
    if (isNoticeRead) deps.events.emit('notificationsRead', { userId });
    io.to(rooms.user(userId)).emit('messagesRead', { userId, ...place, messageId, unread });
    if (isShown && place.peerId !== undefined)
      io.to(rooms.user(place.peerId)).emit('messagesRead', { userId, peerId: userId, messageId });
    return { unread };
  },
});

interface Read {
  userId: string;
  place: Place;
  messageId: string;
}

async function readUpTo({ db, now }: Deps, read: Read) {
  const { userId, place } = read;
  const { peerId } = place;
  const marked = await transact(db, async (trx) => {
    if (peerId === undefined) return markRead(trx, { ...read, isShown: false, now: now() });
    if (!(await areConnected(trx, userId, peerId))) throw notConnected();
    const chosen = await preferencesOfMany(trx, [userId, peerId]);
    const gives = chosen.get(userId)?.privacy.receipts === true;
    const done = await markRead(trx, { ...read, isShown: gives, now: now() });
    return done && { ...done, isShown: gives && chosen.get(peerId)?.privacy.receipts === true };
  });
  if (!marked) throw notFound('There is no such message in this conversation.');
  return { isShown: false, ...marked };
}
