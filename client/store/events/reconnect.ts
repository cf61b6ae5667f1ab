import { onReturn } from '#client/dom/retry/on-return.ts';
import type { LiveParts } from './live-parts.ts';

/** Reconnects as soon as the network or the user is back. Returns the function that stops it. */
export function reconnectWhenBack({ socket }: LiveParts, onOffline: () => void): () => void {
  const stopListening = onReturn((wasAway) => {
    if (wasAway && !socket.connected) socket.disconnect().connect();
  });
  const handleOffline = () => {
    onOffline();
    // The old connection does not notice yet that it is dead: messages sent over it would be lost.
    socket.disconnect().connect();
  };
  window.addEventListener('offline', handleOffline);
  return () => {
    stopListening();
    window.removeEventListener('offline', handleOffline);
  };
}
