import { defineChatEvent } from '../chat-event.ts';
import { placeIn } from '../place.ts';
import { rooms } from '../rooms.ts';

/** Updates the unread count in the reader's other tabs; the writer of a chat is told only if both have receipts on. */
export const messagesRead = defineChatEvent({
  name: 'messagesRead',
  handle: async (context, socket, { messageId, receipt, ...payload }) => {
    const userId = socket.data.user._id;
    const place = placeIn(payload);
    const { unread, isShown } = await context.backend.markRead({ userId, place, messageId, receipt });
    context.io.to(rooms.of(place, userId)).emit('messagesRead', { userId, ...place, messageId, unread });
    if (isShown && place.peerId !== undefined)
      context.io.to(rooms.user(place.peerId)).emit('messagesRead', { userId, peerId: userId, messageId });
    return { unread };
  },
});
