import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below 32768 systems give nothing to outgoing connections. */
const [lowest, count] = [20_000, 10_000];

/**
 * A free port for a server that stops and comes back. Not one of those that outgoing connections get: a client that
 * tries again and again meanwhile could be given the very port it dials, connect to itself, and keep the server out.
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
      // Taken: another one.
    }
  }
}
