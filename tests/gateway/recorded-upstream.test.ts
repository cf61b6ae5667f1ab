import { afterEach, expect, test } from 'vitest';
import { type CallOptions, call, type Reply } from '#tests/support/recorded-upstream/call.ts';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { samplePassword } from '#tests/support/recorded-upstream/network.ts';
import { startGateway } from '#tests/support/start-gateway.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A deployed upstream of the recorded kind, behind the gateway. */
async function start() {
  const upstream = await createRecordedUpstream();
  const gateway = await startGateway({ upstreamUrl: upstream.url });
  closing.push(
    () => gateway.close(),
    () => upstream.close(),
  );
  const token = upstream.tokenFor(upstream.network.people.asha._id);
  const sent = (more: CallOptions = {}) => ({ token, ...more });
  return {
    upstream,
    token,
    gatewayUrl: gateway.url,
    direct: (method: string, path: string, more?: CallOptions) => call(upstream.url, method, path, sent(more)),
    through: (method: string, path: string, more?: CallOptions) =>
      call(gateway.url, method, `/api${path}`, sent({ ...more, headers: { ...sameSite, ...more?.headers } })),
  };
}

const sameSite = { 'Sec-Fetch-Site': 'same-origin' };
const account = { emailId: 'asha@example.com', password: samplePassword };
const newcomer = { firstName: 'Tess', lastName: 'Tester', emailId: 'tess@example.com', password: 'Str0ng!pass' };

const body = ({ status, type, text }: Reply) => ({ status, type, text });

test.each([
  ['login', account, { firstName: 'Asha' }],
  ['signup', newcomer, { data: { savedUser: { emailId: newcomer.emailId } } }],
])(
  '%s works: its cookie is out of reach of scripts and other sites, and the hash stays behind',
  async (path, json, expected) => {
    const { through } = await start();
    const reply = await through('POST', `/${path}`, { json });
    expect([reply.status, reply.json]).toMatchObject([200, expected]);
    expect(reply.text).not.toMatch(/password|\$2b\$/);
    expect(reply.cookies).toEqual([expect.stringMatching(/^token=[^;]+; Path=\/; HttpOnly; (?:.*; )?SameSite=Lax$/)]);
    const token = /^token=([^;]+)/.exec(reply.cookies[0] ?? '')?.[1] ?? '';
    expect((await through('GET', '/profile/view', { token })).status).toBe(200);
  },
);

const failures: [title: string, method: string, path: string, options: CallOptions][] = [
  ['no session', 'GET', '/profile/view', { token: '' }],
  ['wrong credentials', 'POST', '/login', { json: { ...account, password: 'x' } }],
  ['malformed JSON', 'POST', '/create-project', { body: '{', headers: { 'Content-Type': 'application/json' } }],
  ['a chat with a stranger', 'GET', '/chat/0123456789abcdef01234567', {}],
];

test.each(failures)('passes %s on as the upstream said it', async (_title, method, path, options) => {
  const { direct, through } = await start();
  const expected = await direct(method, path, options);
  expect(expected.status).toBeGreaterThanOrEqual(400);
  expect(body(await through(method, path, options))).toEqual(body(expected));
});

test('answers for an upstream that has exited, and works again when it is back', async () => {
  const { upstream, through } = await start();
  const json = { currentPassword: samplePassword, newPassword: 'a', password: 'b' };
  expect((await through('PATCH', '/profile/password', { json })).status).toBe(400);
  const reply = await through('GET', '/profile/view');
  expect([502, 503]).toContain(reply.status);
  expect(reply.json).toMatchObject({ code: expect.stringMatching(/^(upstream_unreachable|unavailable)$/) });
  await upstream.restart();
  await expect.poll(async () => (await through('GET', '/profile/view')).status).toBe(200);
});

test('counts its 400 for wrong credentials as a failed login, so that guessing ends', async () => {
  const { through, upstream } = await start();
  const json = { ...account, password: 'guess' };
  await expect
    .poll(async () => (await through('POST', '/login', { json, token: '' })).status, { interval: 1 })
    .toBe(429);
  const reply = await through('POST', '/login', { json, token: '' });
  expect([reply.status, reply.json]).toMatchObject([429, { code: 'rate_limited' }]);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  const asked = upstream.calls.filter(({ url }) => url === '/login').length;
  await through('POST', '/login', { json, token: '' });
  expect(upstream.calls.filter(({ url }) => url === '/login')).toHaveLength(asked);
});
