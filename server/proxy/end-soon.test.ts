import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { endSoon } from './end-soon.ts';

it('ends responses after the turn in which they were given, and one that is gone does not keep the others', async () => {
  const { promise: allHeld, resolve } = Promise.withResolvers<void>();
  const held = new Map<string, ServerResponse>();
  const server = http.createServer((req, res) => {
    if (held.set(req.url ?? '', res).size === 3) resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers = ['/1', '/2', '/3'].map(async (path) => (await fetch(url + path)).text());
  const settled = Promise.allSettled(answers);
  await allHeld;

  held.get('/2')?.destroy();
  for (const [path, res] of held) endSoon(res, path === '/3' ? Buffer.from('third') : `\u00e9 ${path}`);
  expect([...held.values()].some((res) => res.writableEnded)).toBe(false);
  expect(await settled).toMatchObject([
    { status: 'fulfilled', value: '\ufffd /1' },
    { status: 'rejected' },
    { status: 'fulfilled', value: 'third' },
  ]);
  server.close();
});
