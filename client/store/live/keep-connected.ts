import type { LiveSocket } from '#client/store/outbox/delivery-parts.ts';

const firstDelayMs = 500;
/** As Socket.IO's own after a lost connection: back within 5 s of the service's return. */
const longestDelayMs = 3000;
/** A handshake that was refused for want of a session is tried again rarely: the profile call decides first. */
const longestRefusedMs = 30_000;

/**
 * Reconnects where Socket.IO's client does not by itself: after a disconnect that the server asked for, and after a
 * handshake that the server refused. Delays double and are spread by half, so that the clients of a stopped server do
 * not come back at once. Returns the function that stops it.
 */
export function keepConnected(socket: LiveSocket, random: () => number = Math.random): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const later = (longestMs: number) => {
    clearTimeout(timer);
    const delay = Math.min(firstDelayMs * 2 ** attempts, longestMs) * (0.5 + random());
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
