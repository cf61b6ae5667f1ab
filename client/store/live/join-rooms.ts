import { peopleApi } from '#client/store/api/people-api.ts';
import { knownPeers } from '#client/store/relations/known-peers.ts';
import type { LiveParts } from './live-parts.ts';

/**
 * Joins the room of every connection, on each connect and as connections are made: another upstream sends a message to
 * those only who have joined its conversation. Returns the function that stops it.
 */
export function joinRooms({ store, socket, userId }: LiveParts): () => void {
  const { connections } = peopleApi.endpoints;
  const subscription = store.dispatch(connections.initiate());
  let joined = new Set<string>();
  const join = () => {
    if (!socket.connected) return;
    const { data, error } = connections.select()(store.getState());
    const peers = data?.people.map(({ _id }) => _id) ?? (error === undefined ? [] : knownPeers(userId));
    for (const targetUserId of peers) {
      if (joined.has(targetUserId)) continue;
      joined.add(targetUserId);
      socket.emit('joinChat', { userId, targetUserId });
    }
  };
  let before = store.getState().api.queries;
  const unsubscribe = store.subscribe(() => {
    const { queries } = store.getState().api;
    if (queries === before) return;
    before = queries;
    join();
  });
  socket.on('connect', () => {
    joined = new Set();
    join();
  });
  return () => {
    unsubscribe();
    subscription.unsubscribe();
  };
}
