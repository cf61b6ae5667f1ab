import { connectedAmong } from '#upstream/features/requests/relations.ts';
import { defineChatEvent } from '../chat-event.ts';
import { rooms } from '../place.ts';
import { shownOnline } from '../presence-news.ts';

/** Each id is looked up several times. */
const idsPerToken = 25;

/**
 * Replaces the list of people this socket watches. People not connected to the caller are left out without an error; a
 * person who hides their own presence gets an empty list.
 */
export const presence = defineChatEvent({
  name: 'presence',
  cost: ({ userIds }) => Math.floor(userIds.length / idsPerToken),
  handle: async (context, socket, { userIds }) => {
    const { user, watched } = socket.data;
    const watchable = async (ids: ReadonlySet<string>): Promise<Set<string>> =>
      ids.size === 0 || !(await context.privacyOf(user._id)).presence
        ? new Set()
        : new Set(await connectedAmong(context.deps.db, user._id, [...ids]));
    const known = await watchable(new Set(userIds));
    // Join the rooms before reading who is online: a change in between is then reported twice rather than lost.
    for (const userId of watched) if (!known.has(userId)) await socket.leave(rooms.watch(userId));
    await socket.join([...known].map(rooms.watch));
    // Again, because a block, a disconnect or the person's own switch may have taken the socket out of a room before it
    // joined.
    const still = await watchable(known);
    for (const userId of known) if (!still.has(userId)) await socket.leave(rooms.watch(userId));
    socket.data.watched = still;
    return { online: await shownOnline(context, [...still]) };
  },
});
