import { defineChatEvent } from '../chat-event.ts';
import { hearers, placeIn, rooms } from '../place.ts';

/**
 * Other upstreams have a room per pair of people, joined by this event. Here each socket is in its person's room from
 * the start, so that for a pair the event only answers whether the two are connected. Of the room of a project a socket hears
 * from now on: who may hear each event is looked up again when it is sent.
 */
export const joinChat = defineChatEvent({
  name: 'joinChat',
  handle: async (context, socket, payload) => {
    const userId = socket.data.user._id;
    const place = placeIn(payload);
    await hearers(context, userId, place);
    if (place.roomId !== undefined) await socket.join(rooms.joined(place.roomId, userId));
  },
});
