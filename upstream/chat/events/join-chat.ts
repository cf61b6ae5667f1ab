import { z } from 'zod';
import type { JoinChat } from '#shared/socket-events.ts';
import { defineChatEvent, idSchema, requireConnection } from '../chat-event.ts';

const schema = z.object({ targetUserId: idSchema }) satisfies z.ZodType<Pick<JoinChat, 'targetUserId'>>;

/**
 * Other upstreams have a room per pair of people, joined by this event. Here each socket is in its person's room from
 * the start, so the event only answers whether the two are connected.
 */
export const joinChat = defineChatEvent({
  name: 'joinChat',
  schema,
  handle: async (context, socket, { targetUserId }) => {
    await requireConnection(context, socket.data.user._id, targetUserId);
  },
});
