import { expect, test } from 'vitest';
import { day } from '#shared/durations.ts';
import { jsonType, outline, start, textType } from './setup.ts';

const routedHeaders = {
  'x-powered-by': 'Express',
  'access-control-allow-origin': 'http://localhost:5173',
  'access-control-allow-credentials': 'true',
  vary: 'Origin',
};

test.each([
  ['no Origin', {}],
  ['its own origin', { Origin: 'http://localhost:5173' }],
  ['a foreign Origin', { Origin: 'https://evil.example' }],
])('names one fixed origin to %s', async (_title, headers) => {
  const { as } = await start();
  const reply = await as('asha', 'GET', '/profile/view', { headers });
  expect(Object.fromEntries(reply.headers)).toMatchObject(routedHeaders);
});

test.each([
  ['/profile/view', 'x-one, x-two'],
  ['/no/such/path', 'content-type'],
])('answers any preflight, of %s too', async (path, asked) => {
  const { as } = await start();
  const reply = await as('nobody', 'OPTIONS', path, { headers: { 'Access-Control-Request-Headers': asked } });
  expect(reply.status).toBe(204);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-length': '0',
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    'access-control-allow-headers': asked,
    vary: 'Origin, Access-Control-Request-Headers',
  });
  expect(reply.headers.has('access-control-max-age')).toBe(false);
});

test('allows no header in a preflight that asks for none', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'OPTIONS', '/feed');
  expect(reply.headers.has('access-control-allow-headers')).toBe(false);
});

test('answers malformed JSON with a page that shows the stack, without CORS headers', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'POST', '/login', {
    body: '{"emailId":',
    headers: { 'Content-Type': 'application/json' },
  });
  expect([reply.status, reply.type]).toEqual([400, textType]);
  expect(reply.text).toContain('<pre>SyntaxError');
  expect(reply.text).toContain('node_modules');
  expect(reply.headers.has('access-control-allow-origin')).toBe(false);
});

test.each([
  ['malformed JSON', 400, 'Bad Request', '{'],
  ['a body over 100 kB', 413, 'Payload Too Large', JSON.stringify({ about: 'a'.repeat(102_400) })],
])('answers %s in production with the status text alone', async (_title, status, text, body) => {
  const { as } = await start({ environment: { production: true } });
  const reply = await as('nobody', 'POST', '/login', { body, headers: { 'Content-Type': 'application/json' } });
  expect([reply.status, reply.type]).toEqual([status, textType]);
  expect(reply.text).toContain(`<pre>${text}</pre>`);
  expect(reply.headers.has('access-control-allow-origin')).toBe(false);
});

test.each([
  ['GET', '/', 'Cannot GET /'],
  ['GET', '/health', 'Cannot GET /health'],
  ['GET', '/capabilities', 'Cannot GET /capabilities'],
  ['GET', '/signout', 'Cannot GET /signout'],
  ['POST', '/profile/view', 'Cannot POST /profile/view'],
  ['GET', '/profile', 'Cannot GET /profile'],
  ['GET', '/request/interested/0123456789abcdef01234567', 'Cannot GET /request/interested/0123456789abcdef01234567'],
  ['POST', '/request/interested', 'Cannot POST /request/interested'],
  ['GET', '/projects/other', 'Cannot GET /projects/other'],
  ['GET', '/projects/interested%26accepted', 'Cannot GET /projects/interested%26accepted'],
  ['GET', '/project/view', 'Cannot GET /project/view'],
  ['DELETE', '/profile', 'Cannot DELETE /profile'],
])('has no %s %s: a 404 page with CORS headers', async (method, path, text) => {
  const { as } = await start();
  const reply = await as('asha', method, path);
  expect([reply.status, reply.type]).toEqual([404, textType]);
  expect(reply.text).toContain(`<pre>${text}</pre>`);
  expect(Object.fromEntries(reply.headers)).toMatchObject(routedHeaders);
});

test.each(['/PROJECTS', '/projects/', '/Projects/Interested&Accepted', '/USER/feed/'])(
  'matches paths without regard to case or a last slash: %s',
  async (path) => {
    const { as } = await start();
    expect((await as('asha', 'GET', path)).status).toBe(200);
  },
);

test('does not match a path with a doubled first slash', async () => {
  const { as } = await start();
  expect((await as('asha', 'GET', '//projects')).status).toBe(404);
});

test('answers bad percent-encoding with a 400 page and CORS headers', async () => {
  const { as } = await start();
  const reply = await as('asha', 'GET', '/profile/%zz');
  expect([reply.status, reply.type]).toEqual([400, textType]);
  expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
});

test('answers HEAD as GET, without the body', async () => {
  const { as } = await start();
  const reply = await as('asha', 'HEAD', '/projects');
  expect([reply.status, reply.type, reply.text]).toEqual([200, jsonType, '']);
});

test('tags every body weakly, and answers 304 without type or body when it is known', async () => {
  const { as } = await start();
  const first = await as('asha', 'GET', '/profile/view');
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\/"/);
  const again = await as('asha', 'GET', '/profile/view', { headers: { 'If-None-Match': tag } });
  expect([again.status, again.type, again.text]).toEqual([304, null, '']);
  expect((await as('nobody', 'GET', '/profile/view')).headers.get('etag')).toMatch(/^W\/"/);
});

test('treats a body of another type as an empty one', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'POST', '/login', {
    body: 'emailId=asha%40example.com',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(outline(reply)).toEqual([400, textType, 'Something went wrong Invalid Credentials']);
});

const guarded = [
  ['GET', '/profile/view'],
  ['PATCH', '/profile/edit'],
  ['PATCH', '/profile/password'],
  ['GET', '/profile/0123456789abcdef01234567'],
  ['POST', '/request/interested/0123456789abcdef01234567'],
  ['POST', '/request/review/accepted/0123456789abcdef01234567'],
  ['GET', '/user/request/received'],
  ['GET', '/user/connections'],
  ['GET', '/user/feed'],
  ['POST', '/create-project'],
  ['GET', '/myprojects'],
  ['GET', '/projects'],
  ['GET', '/projects/interested&accepted'],
  ['GET', '/project/view/0123456789abcdef01234567'],
  ['PATCH', '/project/edit/0123456789abcdef01234567'],
  ['GET', '/chat/0123456789abcdef01234567'],
] as const;

test.each(guarded)('asks %s %s for a session by 400 text', async (method, path) => {
  const { as } = await start();
  expect(outline(await as('nobody', method, path))).toEqual([400, textType, 'Pleasse login']);
});

test('names what is wrong with a session cookie', async () => {
  const { upstream, as } = await start();
  const { asha } = upstream.network.people;
  const yesterday = Date.now() - 2 * day;
  const cases: [token: string, text: string][] = [
    ['', 'Pleasse login'],
    ['garbage', 'jwt malformed'],
    ['j%3Anull', 'jwt malformed'],
    [upstream.tokenFor(asha._id, { secret: 'another' }), 'invalid signature'],
    [upstream.tokenFor(asha._id, { issuedAt: yesterday }), 'jwt expired'],
    [upstream.tokenFor(upstream.network.deletedUserId), 'User not found '],
    [
      upstream.tokenFor('nope'),
      'Cast to ObjectId failed for value "nope" (type string) at path "_id" for model "User"',
    ],
  ];
  for (const [token, text] of cases) {
    expect(outline(await as('nobody', 'GET', '/profile/view', { token }))).toEqual([400, textType, text]);
  }
});

test('ignores an Authorization header', async () => {
  const { upstream, as } = await start();
  const headers = { Authorization: `Bearer ${upstream.tokenFor(upstream.network.people.asha._id)}` };
  expect((await as('nobody', 'GET', '/profile/view', { headers })).text).toBe('Pleasse login');
});

test.each([
  ['another secret', 'verifying-secret', 'invalid signature'],
  ['no secret', null, 'secret or public key must be provided'],
])('lets people log in but nowhere else when the auth check has %s', async (_title, verifyingSecret, text) => {
  const { upstream, as } = await start({ environment: { verifyingSecret } });
  const json = { emailId: 'asha@example.com', password: 'Dev@12345' };
  const login = await as('nobody', 'POST', '/login', { json });
  expect([login.status, login.cookies.length]).toEqual([200, 1]);
  const token = upstream.tokenFor(upstream.network.people.asha._id);
  expect(outline(await as('nobody', 'GET', '/profile/view', { token }))).toEqual([400, textType, text]);
});

test('answers 400, not 5xx, while its database is away; signing out still works', async () => {
  const { upstream, as } = await start();
  upstream.setDatabase('unreachable');
  expect(outline(await as('asha', 'GET', '/user/feed'))).toEqual([
    400,
    textType,
    'connect ECONNREFUSED 127.0.0.1:27017',
  ]);
  expect((await as('asha', 'POST', '/signout')).status).toBe(200);
  upstream.setDatabase('up');
  expect((await as('asha', 'GET', '/user/feed')).status).toBe(200);
});
