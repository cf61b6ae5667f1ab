import { defineChatEvent } from '../chat-event.ts';
import { hearers } from '../place.ts';

/**
 * Other upstreams have a room per pair of people, joined by this event. Here each socket is in its person's room from
 * the start, so that the event only answers whether the two are connected.
 */
export const joinChat = defineChatEvent({
  name: 'joinChat',
  handle: async (context, socket, { targetUserId: peerId }) => {
    await hearers(context, socket.data.user._id, { peerId });
  },
});
