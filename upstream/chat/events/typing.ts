import { defineChatEvent } from '../chat-event.ts';
import { hearers, placeIn, rooms } from '../place.ts';

/** Not relayed for people who do not show it. Volatile: an outdated typing event is worthless, so it is dropped for a client whose connection is not writable. */
export const typing = defineChatEvent({
  name: 'typing',
  handle: async (context, socket, payload) => {
    const userId = socket.data.user._id;
    const others = (await hearers(context, userId, placeIn(payload))).filter((id) => id !== userId);
    if (others.length === 0 || !(await context.privacyOf(userId)).typing) return;
    const { roomId } = payload;
    const event = { userId, typing: payload.typing, ...(roomId !== undefined && { roomId }) };
    context.io.to(others.map(rooms.user)).volatile.emit('typing', event);
  },
});
