import { z } from 'zod';
import type { Typing } from '#shared/socket-events.ts';
import { defineChatEvent, idSchema, requireConnection } from '../chat-event.ts';
import { rooms } from '../rooms.ts';

const schema = z.object({ targetUserId: idSchema, typing: z.boolean() }) satisfies z.ZodType<Typing>;

/** Not relayed for people who do not show it. Volatile: an outdated typing event is worthless, so it is dropped for a client whose connection is not writable. */
export const typing = defineChatEvent({
  name: 'typing',
  schema,
  handle: async (context, socket, payload) => {
    const userId = socket.data.user._id;
    await requireConnection(context, userId, payload.targetUserId);
    if (!(await context.backend.privacy(userId)).typing) return;
    context.io.to(rooms.user(payload.targetUserId)).volatile.emit('typing', { userId, typing: payload.typing });
  },
});
