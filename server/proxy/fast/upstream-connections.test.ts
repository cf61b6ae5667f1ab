import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { UpstreamConnections } from './upstream-connections.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Connections to a server whose answers wait until they are asked for; counts the clients that were made. */
async function setUp() {
  const held: http.ServerResponse[] = [];
  const server = http.createServer((_req, res) => void held.push(res)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: Client[] = [];
  const connections = new UpstreamConnections(() => {
    const client = new Client(origin, { pipelining: 1 });
    made.push(client);
    return client;
  });
  closers.push(
    () => connections.destroy(),
    () => server.close().closeAllConnections(),
  );
  const call = (headers: string[] = []): Promise<string> =>
    new Promise((resolve) => {
      const handler: Dispatcher.DispatchHandler = {
        onConnect: () => undefined,
        onHeaders: () => true,
        onData: () => true,
        onComplete: () => resolve('answered'),
        onError: (error) => resolve(error.name),
      };
      connections.dispatch({ path: '/', method: 'GET', headers }, handler);
    });
  return { made, held, call };
}

describe('connections to the upstream', () => {
  it('are as many as there are calls at once, and used again', async () => {
    const { made, held, call } = await setUp();
    for (let round = 0; round < 3; round += 1) {
      const calls = [call(), call(), call()];
      await expect.poll(() => held.length).toBe(3);
      for (const res of held.splice(0)) res.end();
      expect(await Promise.all(calls)).toEqual(['answered', 'answered', 'answered']);
      // A client is free again a moment after its answer has ended.
      await expect.poll(() => made.every(({ stats }) => stats.size === 0)).toBe(true);
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    expect(made).toHaveLength(3);
  });

  it('survive calls that the client refuses', async () => {
    const { made, held, call } = await setUp();
    for (let i = 0; i < 5; i += 1) expect(await call(['transfer-encoding', 'chunked'])).toBe('InvalidArgumentError');
    const answered = call();
    await expect.poll(() => held.length).toBe(1);
    held[0]?.end();
    expect(await answered).toBe('answered');
    expect(made).toHaveLength(1);
  });
});
