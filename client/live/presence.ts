import type { LiveParts } from '#client/live/live-context.ts';
import { chatApi, refetchChat } from '#client/store/api/chat/chat-api.ts';
import { type ConversationKey, keyOf, placeOf, roomOf } from '#client/store/api/chat/conversation-key.ts';
import { presenceReceived } from '#client/store/slices/live-slice.ts';

/** An instance that crashes reports nobody as offline, so the whole presence is asked for again at this interval. */
const askAgainMs = 60_000;

interface PresenceWatch {
  watch: (userIds: readonly string[]) => () => void;
  ask: () => void;
  stop: () => void;
}

/** Learns who is online of all the people that any part of the screen shows. */
export function createPresenceWatch({ socket, store, acknowledges }: LiveParts): PresenceWatch {
  const watchers = new Set<readonly string[]>();
  let scheduled = false;

  const ask = () => {
    const userIds = [...new Set([...watchers].flat())].slice(0, 500);
    if (!acknowledges || !socket.connected) return;
    socket.timeout(10_000).emit('presence', { userIds }, (error, ack) => {
      if (!error && ack.ok)
        store.dispatch(presenceReceived(Object.fromEntries(userIds.map((id) => [id, ack.data.online.includes(id)]))));
    });
  };
  const askSoon = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      ask();
    });
  };
  socket.on('presence', ({ userId, online }) => store.dispatch(presenceReceived({ [userId]: online })));
  const timer = setInterval(() => {
    if (watchers.size > 0 && document.visibilityState === 'visible') ask();
  }, askAgainMs);
  return {
    watch: (userIds) => {
      const watched = [...userIds];
      watchers.add(watched);
      askSoon();
      return () => {
        watchers.delete(watched);
        askSoon();
      };
    },
    ask,
    stop: () => clearInterval(timer),
  };
}

/**
 * The upstream tells a socket of a room once it has joined it: this joins the rooms of the loaded list and the one on screen,
 * each once on each connect. What was said after a room was loaded and before it was joined came with no event, so a
 * loaded room is loaded again after its join.
 */
export function joinRooms(
  { store, socket, acknowledges }: LiveParts,
  openKey: () => ConversationKey | undefined,
): { join: () => void; stop: () => void } {
  const joined = new Set<ConversationKey>();
  const joinOne = (key: ConversationKey) => {
    joined.add(key);
    socket.emit('joinChat', placeOf(key), (ack) => {
      // Tried again with the next change of the list: somebody may become a member meanwhile.
      if (!ack.ok) joined.delete(key);
      else void store.dispatch(refetchChat(key));
    });
  };
  const join = () => {
    if (!acknowledges || !socket.connected) return;
    const { data } = chatApi.endpoints.conversations.select()(store.getState());
    const listed = data?.pages.flatMap(({ items }) => items.map(keyOf)) ?? [];
    for (const key of [openKey() ?? '', ...listed]) if (roomOf(key) !== undefined && !joined.has(key)) joinOne(key);
  };
  let before: unknown;
  const unsubscribe = store.subscribe(() => {
    const { data } = chatApi.endpoints.conversations.select()(store.getState());
    if (data === before) return;
    before = data;
    join();
  });
  socket.on('connect', () => {
    joined.clear();
    join();
  });
  return { join, stop: unsubscribe };
}
