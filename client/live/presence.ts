import type { LiveParts } from '#client/live/live-context.ts';
import { presenceReceived } from '#client/state/slices/live-slice.ts';

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
