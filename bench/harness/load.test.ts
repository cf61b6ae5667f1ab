import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLoad } from './load.ts';

const asked = new Map<string, number>();
const server = createServer(({ url = '', headers }, response) => {
  const key = `${url} ${headers.cookie}`;
  asked.set(key, (asked.get(key) ?? 0) + 1);
  response.writeHead(url === '/refused' ? 503 : 200).end('answer');
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const load = (more: Partial<Parameters<typeof runLoad>[0]>) =>
  runLoad({ port: (server.address() as AddressInfo).port, connections: 4, milliseconds: 60, ...more });

it.each([false, true])(
  'counts all answers and those that failed, whether bodies are decoded or only counted: %s',
  async (countsBytes) => {
    const paths = ['/counted', '/refused'];
    expect(await load({ isOnce: true, paths, countsBytes })).toMatchObject({ total: 2, failed: 1 });
  },
);

it('requests each path once, with its cookie, where the load is for one time', async () => {
  const paths = Array.from({ length: 10 }, (_, i) => `/once/${i}`);
  const { total, failed } = await load({ isOnce: true, paths, cookies: paths.map((path) => `token=${path}`) });
  expect([total, failed]).toEqual([10, 0]);
  expect(paths.map((path) => asked.get(`${path} token=${path}`))).toEqual(paths.map(() => 1));
});

it('opens no more connections than there are requests to make once', async () => {
  expect(await load({ isOnce: true, paths: ['/alone'], connections: 64 })).toMatchObject({ total: 1, failed: 0 });
});

it('counts answers other than 2xx as failed', async () => {
  const { total, failed } = await load({ isOnce: true, paths: ['/refused', '/refused'] });
  expect([total, failed]).toEqual([2, 2]);
});

it('reports latencies in fractions of a millisecond', async () => {
  const { p50, p99, perSecond } = await load({ connections: 1 });
  expect(perSecond).toBeGreaterThan(0);
  expect(p50).toBeLessThanOrEqual(p99);
  expect(Number.isInteger(p50)).toBe(false);
});
