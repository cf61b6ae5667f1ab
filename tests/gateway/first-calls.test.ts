import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { afterEach, expect, it } from 'vitest';
import { createKnownCapabilities } from '#server/watch/known-capabilities.ts';
import { makeSite } from '#tests/support/site-fixture.ts';
import { startGateway } from '#tests/support/start-gateway.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

type Answer = { status: number; body: object | string } | 'none';

const ranked: Answer = {
  status: 200,
  body: { capabilities: ['feed.ranked', 'requests.sent', 'notifications', 'unheard-of'] },
};
const foreign: Answer = { status: 404, body: '<!DOCTYPE html><pre>Cannot GET /capabilities</pre>' };
const down: Answer = { status: 400, body: { code: 'unavailable', message: 'Not now.' } };

/** The calls that pages preload in front of an upstream that answers so about its capabilities. */
async function gatewayBefore(answer: Answer) {
  const upstream = http.createServer((_req, res) => {
    if (answer === 'none') return;
    res.writeHead(answer.status).end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  stops.push(() => {
    upstream.closeAllConnections();
    upstream.close();
  });
  const { site, remove } = makeSite();
  stops.push(remove);
  const gateway = await startGateway({
    upstreamUrl: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/prefix`,
    site,
  });
  stops.push(() => gateway.close());
  return async (path: string, cookie = 'token=abc') => {
    const { headers } = await request(gateway.url).get(path).set('Accept', 'text/html').set('Cookie', cookie);
    return [...((headers.link as string | undefined) ?? '').matchAll(/<\/api\/([^>]+)>/g)].map(([, call]) => call);
  };
}

const always = ['profile/view', 'capabilities'];

it.each([
  ['/feed', 'user/feed?page=1&limit=20&order=match'],
  ['/feed?order=newest&skill=C%2B%2B', 'user/feed?page=1&limit=20&order=newest&skill=C%2B%2B'],
  ['/feed?skill=%3E%3B%0D%0Ax', 'user/feed?page=1&limit=20&order=match&skill=%3E%3B%0D%0Ax'],
  ['/profile/65f1c0ffee', 'profile/65f1c0ffee'],
  ['/connection', 'user/connections?limit=50'],
  ['/messages', 'user/connections?limit=50'],
  ['/notifications?kind=people&unread=1', 'notifications?limit=10&without=message'],
  ['/requests', 'user/request/received?limit=50'],
  ['/requests?tab=sent', 'user/request/sent?limit=50'],
  ['/projects', 'projects?limit=1'],
  ['/projects?tab=explore', 'projects'],
  ['/project/view/65f1c0ffee/', 'project/view/65f1c0ffee'],
  ['/project/editproject/65f1c0ffee', 'project/view/65f1c0ffee'],
  ['/chat/65f1c0ffee', 'chat/65f1c0ffee'],
  ['/messages/room/65f1c0ffee', 'room/65f1c0ffee'],
])('the page of %s preloads %s', async (path, call) => {
  const preloaded = await gatewayBefore(ranked);
  // A page that is asked for first does not wait for the capabilities.
  await expect.poll(() => preloaded(path)).toEqual([...always, call]);
});

it.each(['/profile', '/setting', '/chat/a%20b', '/chat/%3E'])(
  'the page of %s preloads nothing of its own',
  async (path) => {
    const preloaded = await gatewayBefore(ranked);
    expect(await preloaded(path)).toEqual(always);
  },
);

it('an upstream without capabilities is asked as such', async () => {
  const preloaded = await gatewayBefore(foreign);
  await expect.poll(() => preloaded('/feed?order=newest')).toEqual([...always, 'user/feed?page=1&limit=20']);
  expect(await preloaded('/requests?tab=sent')).toEqual([...always, 'user/request/received?limit=50']);
  expect(await preloaded('/notifications')).toEqual(always);
});

it.each([['down', down] as const, ['silent', 'none'] as const])(
  'nothing is preloaded by guess while the upstream is %s',
  async (_state, answer) => {
    const preloaded = await gatewayBefore(answer);
    expect(await preloaded('/feed')).toEqual(always);
  },
);

it('without a session nothing is preloaded, and open pages need the profile only', async () => {
  const preloaded = await gatewayBefore(ranked);
  expect(await preloaded('/', 'theme=dark')).toEqual([]);
  expect(await preloaded('/login')).toEqual(['profile/view']);
});

it('the upstream is asked for its capabilities once a minute, however many pages want to know', async () => {
  let asked = 0;
  let now = 0;
  const known = createKnownCapabilities(
    async () => {
      asked += 1;
      return { status: 200, body: { capabilities: ['search'] }, bytes: Buffer.alloc(0) };
    },
    () => now,
  );
  expect(await Promise.all([known(), known()])).toEqual([['search'], ['search']]);
  now = 59_999;
  await known();
  expect(asked).toBe(1);
  now = 60_000;
  await known();
  expect(asked).toBe(2);
});
