import type { Server } from 'node:http';

/** Stops accepting calls, waits for those under way, and closes the remaining connections after `graceMs`. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.closeAllConnections();
      // closeAllConnections() leaves out upgraded connections: waiting for a silent one would never end.
      resolve();
    }, graceMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
