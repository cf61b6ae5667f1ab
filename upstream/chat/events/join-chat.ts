import { z } from 'zod';
import type { JoinChat } from '#shared/socket-events.ts';
import { defineChatEvent, idSchema, requireConnection } from '../chat-event.ts';

const schema = z.object({ targetUserId: idSchema }) satisfies z.ZodType<Pick<JoinChat, 'targetUserId'>>;

/**
 * Other upstreams have a room per pair, which this joins. Here every socket is in its person's own room already, so
 * that joining only tells whether the two may talk.
 */
export const joinChat = defineChatEvent({
  name: 'joinChat',
  schema,
  handle: async (context, socket, { targetUserId }) => {
    await requireConnection(context, socket.data.user._id, targetUserId);
  },
});
