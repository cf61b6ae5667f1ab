import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { markRead } from '#upstream/features/chat/read-marks.ts';
import { markRoomRead } from '#upstream/features/chat/room-store.ts';
import { markNoticeRead } from '#upstream/features/notifications/notification-store.ts';
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
    io.to(rooms.of(place, userId)).emit('messagesRead', { userId, ...place, messageId, unread });
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

async function readUpTo({ db, now }: Deps, { userId, place: { peerId, roomId }, messageId }: Read) {
  const read = await transact(db, async (trx) => {
    if (roomId !== undefined) {
      const marked = await markRoomRead(trx, { userId, roomId, messageId, now: now() });
      return marked && { ...marked, isShown: false };
    }
    if (!(await areConnected(trx, userId, peerId))) throw notConnected();
    const chosen = await preferencesOfMany(trx, [userId, peerId]);
    const gives = chosen.get(userId)?.privacy.receipts === true;
    const marked = await markRead(trx, { userId, peerId, messageId, isShown: gives, now: now() });
    if (!marked) return undefined;
    const notice = { userId, kind: 'message', subject: peerId, now: now() } as const;
    return {
      ...marked,
      isNoticeRead: marked.unread === 0 && (await markNoticeRead(trx, notice)),
      isShown: gives && chosen.get(peerId)?.privacy.receipts === true,
    };
  });
  if (!read) throw notFound('There is no such message in this conversation.');
  return read;
}
