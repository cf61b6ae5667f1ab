import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below 32768, where Linux begins to take ports for outgoing connections. */
const [lowest, count] = [20_000, 10_000];

/**
 * A free port for a server that stops and starts again, outside the range of outgoing connections: a client that retries
 * meanwhile could be given the port that it dials, connect to itself, and keep the server from listening.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch {
      // The port is taken: try another one.
    }
  }
}
