import { z } from 'zod';
import { defineChatEvent, idSchema } from '../chat-event.ts';
import { rooms } from '../rooms.ts';

const schema = z.object({ targetUserId: idSchema, messageId: idSchema, receipt: z.boolean().default(true) });

/** Updates the unread count in the reader's other tabs; the writer is told only if both have receipts on. */
export const messagesRead = defineChatEvent({
  name: 'messagesRead',
  schema,
  handle: async (context, socket, { targetUserId, messageId, receipt }) => {
    const userId = socket.data.user._id;
    const { unread, isShown } = await context.backend.markRead({ userId, peerId: targetUserId, messageId, receipt });
    context.io.to(rooms.user(userId)).emit('messagesRead', { userId, peerId: targetUserId, messageId, unread });
    if (isShown) context.io.to(rooms.user(targetUserId)).emit('messagesRead', { userId, peerId: userId, messageId });
    return { unread };
  },
});
