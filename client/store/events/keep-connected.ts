import { retryDelay } from '#client/dom/retry/retry-delay.ts';
import type { LiveSocket } from '#client/store/outbox/delivery-parts.ts';

/** The delays of Socket.IO after a lost connection: back within 5 s of the service's return. */
const longestDelayMs = 3000;
/** A handshake that was refused without a session is retried rarely: the profile call finds out about the session. */
const longestRefusedMs = 30_000;

/**
 * Reconnects where Socket.IO's client does not by itself: after a disconnect that the server asked for, and after a
 * handshake that the server refused. Returns the function that stops it.
 */
export function keepConnected(socket: LiveSocket, random: () => number = Math.random): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const later = (longestMs: number) => {
    clearTimeout(timer);
    const delay = retryDelay(attempts, longestMs, random);
    attempts += 1;
    timer = setTimeout(() => {
      if (!socket.connected) socket.connect();
    }, delay);
  };
  socket.on('connect', () => {
    attempts = 0;
    clearTimeout(timer);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') later(longestDelayMs);
  });
  socket.on('connect_error', (error) => {
    // While it is active, Socket.IO tries again by itself.
    if (!socket.active) later(refusalCode(error) === 'unauthenticated' ? longestRefusedMs : longestDelayMs);
  });
  return () => clearTimeout(timer);
}

/** The code of a handshake that the server refused; undefined where the connection itself failed. */
export function refusalCode(error: Error): string | undefined {
  if (!('data' in error) || typeof error.data !== 'object' || error.data === null || !('code' in error.data))
    return undefined;
  return String(error.data.code);
}
