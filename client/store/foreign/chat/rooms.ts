import type { DeliveryParts } from '#client/live/live-context.ts';
import { refetchChat } from '#client/store/api/chat/chat-api.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import { rememberedPeers } from '#client/store/foreign/relation-memory.ts';

export interface Rooms {
  /** Joins the room of the conversation with this person, unless the connection is in it already. */
  join: (peerId: string) => void;
  stop: () => void;
}

/**
 * The upstream sends a message only to sockets that have joined its conversation. This joins the conversations with all
 * connections, each once on each connect, and those with new connections as they are made. A message that was stored
 * after the history was answered and before the conversation was joined comes with no event, so the conversation on
 * screen is loaded again after its join.
 */
export function createRooms({ store, socket, userId }: DeliveryParts, openPeer: () => string | undefined): Rooms {
  const { connections } = peopleApi.endpoints;
  const subscription = store.dispatch(connections.initiate());
  const joined = new Set<string>();
  const join = (targetUserId: string) => {
    if (!socket.connected || joined.has(targetUserId)) return;
    joined.add(targetUserId);
    socket.emit('joinChat', { userId, targetUserId });
    if (targetUserId === openPeer()) void store.dispatch(refetchChat(targetUserId));
  };
  const joinAll = () => {
    const open = openPeer();
    if (open !== undefined) join(open);
    const { data, error } = connections.select()(store.getState());
    for (const { _id } of data?.people ?? []) join(_id);
    // An asked person who has accepted meanwhile is in no list.
    if (error !== undefined || data?.unlisted) for (const peerId of rememberedPeers(userId)) join(peerId);
  };
  let before = store.getState().api.queries;
  const unsubscribe = store.subscribe(() => {
    const { queries } = store.getState().api;
    if (queries === before) return;
    before = queries;
    joinAll();
  });
  socket.on('connect', () => {
    joined.clear();
    joinAll();
  });
  return {
    join,
    stop: () => {
      unsubscribe();
      subscription.unsubscribe();
    },
  };
}
