import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpUpstream {
  readonly url: string;
  close(): Promise<void>;
}

/** An upstream on Node's HTTP server, on a free port. Its close cuts open connections. */
export async function startHttpUpstream(answer: http.RequestListener): Promise<HttpUpstream> {
  const server = http.createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
