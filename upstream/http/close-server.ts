import type { Server } from 'node:http';

/** Stops accepting calls, waits for those under way, and closes the remaining connections after `graceMs`. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.closeAllConnections();
      // An upgraded connection is not among them: one whose peer is silent would be waited for.
      resolve();
    }, graceMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
