import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { defineChatEvent, idSchema } from '../chat-event.ts';
import { rooms } from '../rooms.ts';

const schema = z.object({
  userIds: z.array(idSchema).max(limits.presence.max, `At most ${limits.presence.max} people can be watched.`),
});

/**
 * Replaces the list of people this socket watches. People not connected to the caller are left out without an error; an
 * invisible socket gets an empty list.
 */
export const presence = defineChatEvent({
  name: 'presence',
  schema,
  handle: async (context, socket, { userIds }) => {
    const { user, invisible, watched } = socket.data;
    const known = invisible ? [] : await context.backend.connectedAmong(user._id, [...new Set(userIds)]);
    // Join the rooms before reading who is online: a change in between is then reported twice rather than lost.
    for (const userId of watched) if (!known.includes(userId)) await socket.leave(rooms.watch(userId));
    await socket.join(known.map(rooms.watch));
    // Again, because a block or a disconnect may have taken the socket out of a room before it joined.
    const still = known.length === 0 ? [] : await context.backend.connectedAmong(user._id, known);
    for (const userId of known) if (!still.includes(userId)) await socket.leave(rooms.watch(userId));
    socket.data.watched = new Set(still);
    return { online: await context.presence.onlineAmong(still) };
  },
});
