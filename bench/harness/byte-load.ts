import http from 'node:http';

export interface ByteRequest {
  readonly path?: string | undefined;
  readonly headers?: http.OutgoingHttpHeaders | undefined;
}

interface ByteLoad {
  readonly port: number;
  readonly requests: readonly ByteRequest[];
  readonly connections: number;
  /** How many requests are made in all; otherwise as many as fit in the time. */
  readonly amount?: number | undefined;
  readonly milliseconds: number;
}

export interface ByteAnswer {
  readonly status: number;
  readonly bytes: number;
  readonly responseMs: number;
}

/**
 * A load of GETs whose bodies are counted and dropped. autocannon decodes each piece of a body as text, which takes 0.75 ms
 * for 58 kB of brotli: its rates of compressed files are its own. Calls `answered` for every answer; resolves to the number
 * of requests that got none.
 */
export async function runByteLoad(load: ByteLoad, answered: (answer: ByteAnswer) => void): Promise<number> {
  const { port, requests, connections, amount = Number.POSITIVE_INFINITY, milliseconds } = load;
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const endsAt = amount === Number.POSITIVE_INFINITY ? performance.now() + milliseconds : Number.POSITIVE_INFINITY;
  let made = 0;
  let failed = 0;
  const connection = async (first: number): Promise<void> => {
    for (let at = first; made < amount && performance.now() < endsAt; at += 1) {
      made += 1;
      const { path = '/', headers = {} } = requests[at % requests.length] ?? {};
      try {
        answered(await get({ host: '127.0.0.1', port, path, headers, agent }));
      } catch {
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => connection(i)));
  agent.destroy();
  return failed;
}

function get(options: http.RequestOptions): Promise<ByteAnswer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = http.get(options, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      reply.once('error', reject);
      reply.once('end', () =>
        resolve({ status: reply.statusCode ?? 0, bytes, responseMs: performance.now() - startedAt }),
      );
    });
    request.once('error', reject);
  });
}
