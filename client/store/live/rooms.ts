import { peopleApi } from '#client/store/api/people-api.ts';
import { refetchChat } from '#client/store/chat/chat-cache.ts';
import type { DeliveryParts } from '#client/store/outbox/delivery-parts.ts';
import { knownPeers } from '#client/store/relations/known-peers.ts';

export interface Rooms {
  /** Joins the room of the conversation with this person, unless the connection is in it already. */
  join: (peerId: string) => void;
  stop: () => void;
}

/** Our upstream puts every socket into its user's room by itself. */
export const noRooms: Rooms = { join: () => undefined, stop: () => undefined };

/**
 * Joins the room of every connection, each once on each connect, and as connections are made: another upstream sends a
 * message to those only who have joined its conversation. A message that was stored after the history was answered and
 * before the room was joined comes with no event: the conversation on screen is loaded again after its join.
 */
export function createRooms(
  { store, socket, userId }: Omit<DeliveryParts, 'joinRoom'>,
  openPeer: () => string | undefined,
): Rooms {
  const { connections } = peopleApi.endpoints;
  const subscription = store.dispatch(connections.initiate());
  const joined = new Set<string>();
  const join = (targetUserId: string) => {
    if (!socket.connected || joined.has(targetUserId)) return;
    joined.add(targetUserId);
    socket.emit('joinChat', { userId, targetUserId });
    if (targetUserId === openPeer()) void refetchChat(store, targetUserId);
  };
  const joinAll = () => {
    const open = openPeer();
    if (open !== undefined) join(open);
    const { data, error } = connections.select()(store.getState());
    const peers = data?.people.map(({ _id }) => _id) ?? (error === undefined ? [] : knownPeers(userId));
    for (const peerId of peers) join(peerId);
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
