import type { LiveParts } from './live-parts.ts';

/** The browser may have frozen a tab that was hidden for longer than this: its data is then fetched again. */
const staleAfterMs = 15_000;

/** Reconnects as soon as the network or the user is back; `on.stale` must fetch what was missed. Returns the stop. */
export function reconnectWhenBack({ socket }: LiveParts, on: { offline: () => void; stale: () => void }): () => void {
  let hiddenAt = 0;
  const onOnline = () => {
    if (!socket.connected) socket.disconnect().connect();
  };
  const onOffline = () => {
    on.offline();
    // The old connection does not notice yet that it is dead: messages sent over it would be lost.
    socket.disconnect().connect();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > staleAfterMs) {
      onOnline();
      on.stale();
    }
  };
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
