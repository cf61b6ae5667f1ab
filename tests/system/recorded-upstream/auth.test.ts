import { expect, test } from 'vitest';
import { hour } from '#shared/durations.ts';
import { jsonType, outline, start, textType } from './setup.ts';

const hash = /^\$2b\$10\$[./A-Za-z0-9]{53}$/;
const oid = /^[0-9a-f]{24}$/;
const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const signup = { firstName: 'Tess', lastName: 'Tester', emailId: 'Tess@Example.com', password: 'Str0ng!pass' };

test('signup answers the saved user with its password hash, and a cookie of eight hours', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'POST', '/signup', { json: { ...signup, age: 4, isAdmin: true, about: 'mine' } });
  expect([reply.status, reply.type]).toEqual([200, jsonType]);
  expect(reply.json).toEqual({
    message: 'Succesfully Signed up!',
    data: {
      savedUser: {
        firstName: 'Tess',
        lastName: 'Tester',
        emailId: 'tess@example.com',
        password: expect.stringMatching(hash),
        photoUrl: expect.stringMatching(/^https:/),
        about: expect.stringMatching(/ $/),
        skills: [],
        _id: expect.stringMatching(oid),
        createdAt: expect.stringMatching(date),
        updatedAt: expect.stringMatching(date),
        __v: 0,
      },
    },
  });
  const [cookie = ''] = reply.cookies;
  expect(cookie).toMatch(/^token=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Expires=[^;]+$/);
  const hours = (Date.parse(cookie.split('Expires=')[1] ?? '') - Date.now()) / hour;
  expect(hours).toBeCloseTo(8, 1);
});

test('the session cookie is a JWT of one day', async () => {
  const { as } = await start();
  const { cookies } = await as('nobody', 'POST', '/signup', { json: signup });
  const [header = '', payload = ''] = (cookies[0] ?? '').replace('token=', '').split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
  const claims = read(payload) as { _id: string; iat: number; exp: number };
  expect(claims._id).toMatch(oid);
  expect(claims.exp - claims.iat).toBe(86_400);
});

test.each<[string, object | undefined]>([
  ['a weak password', { ...signup, password: 'weakpassword' }],
  ['an address that is none', { ...signup, emailId: 'nope' }],
  ['spaces around the address', { ...signup, emailId: ' tess@example.com ' }],
  ['no address', { ...signup, emailId: undefined }],
  ['no password', { ...signup, password: undefined }],
  ['no names', { ...signup, firstName: undefined, lastName: undefined }],
  ['no last name', { ...signup, lastName: undefined }],
  ['an empty object', {}],
  ['no body', undefined],
])('signup with %s loses the reason: 400 {}', async (_title, json) => {
  const { as } = await start();
  expect(outline(await as('nobody', 'POST', '/signup', { json }))).toEqual([400, jsonType, {}]);
});

test('signup with a form body loses the reason too', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'POST', '/signup', {
    body: new URLSearchParams(signup).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(outline(reply)).toEqual([400, jsonType, {}]);
});

const long = 'a'.repeat(41);
test.each([
  ['no first name', { firstName: undefined }, 'firstName', 'required', 'Path `firstName` is required.'],
  ['a first name of one letter', { firstName: 'T' }, 'firstName', 'minlength', 'Invalid Name'],
  ['a first name over 40', { firstName: long }, 'firstName', 'maxlength', 'Invalid Name'],
  [
    'a last name of one letter',
    { lastName: 'T' },
    'lastName',
    'minlength',
    'Path `lastName` (`T`) is shorter than the minimum allowed length (2).',
  ],
  [
    'a last name over 40',
    { lastName: long },
    'lastName',
    'maxlength',
    `Path \`lastName\` (\`${long}\`) is longer than the maximum allowed length (40).`,
  ],
  [
    'an address over 40',
    { emailId: `${'a'.repeat(40)}@example.com` },
    'emailId',
    'maxlength',
    `Path \`emailId\` (\`${'a'.repeat(40)}@example.com\`) is longer than the maximum allowed length (40).`,
  ],
])('signup with %s is a validation error', async (_title, change, field, kind, message) => {
  const { as } = await start();
  const reply = await as('nobody', 'POST', '/signup', { json: { ...signup, ...change } });
  const value: unknown = Object.values(change)[0];
  const echoed = value === undefined ? {} : { value };
  expect([reply.status, reply.type]).toEqual([400, jsonType]);
  expect(reply.json).toEqual({
    errors: {
      [field]: {
        name: 'ValidatorError',
        message,
        properties: expect.objectContaining({ message, type: kind, path: field, ...echoed }),
        kind,
        path: field,
        ...echoed,
      },
    },
    _message: 'User validation failed',
    name: 'ValidationError',
    message: `User validation failed: ${field}: ${message}`,
  });
  expect(reply.text).not.toContain('$2b$');
});

test('signup with a known address, in any case, is a duplicate-key error', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'POST', '/signup', { json: { ...signup, emailId: 'ASHA@example.com' } });
  const key = { keyPattern: { emailId: 1 }, keyValue: { emailId: 'asha@example.com' } };
  expect(outline(reply)).toEqual([
    400,
    jsonType,
    {
      errorResponse: { index: 0, code: 11000, errmsg: expect.stringMatching(/^E11000 .*users.*emailId_1/), ...key },
      index: 0,
      code: 11000,
      ...key,
    },
  ]);
});

test('of three signups at once with one address, one succeeds', async () => {
  const { as } = await start();
  const replies = await Promise.all([1, 2, 3].map(() => as('nobody', 'POST', '/signup', { json: signup })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('signup answers a topology dump while the database is away', async () => {
  const { upstream, as } = await start();
  upstream.setDatabase('unreachable');
  const reply = await as('nobody', 'POST', '/signup', { json: signup });
  expect([reply.status, reply.json]).toEqual([
    400,
    { reason: expect.objectContaining({ type: 'Unknown', servers: expect.any(Object) }) },
  ]);
});

test('login answers the bare user document, hash and all, with a browser-session cookie', async () => {
  const { upstream, as } = await start();
  const reply = await as('nobody', 'POST', '/login', { json: { emailId: 'ASHA@example.com', password: 'Dev@12345' } });
  expect(outline(reply)).toEqual([200, jsonType, upstream.network.people.asha]);
  expect(reply.json).toHaveProperty('password', expect.stringMatching(hash));
  expect(reply.cookies).toEqual([expect.stringMatching(/^token=[\w-]+\.[\w-]+\.[\w-]+; Path=\/$/)]);
});

test.each([
  ['a wrong password', { emailId: 'asha@example.com', password: 'nope' }, 'Invalid Credentials'],
  ['an unknown address', { emailId: 'who@example.com', password: 'Dev@12345' }, 'Invalid Credentials'],
  ['no address', { password: 'Dev@12345' }, 'Invalid Credentials'],
  ['nothing', {}, 'Invalid Credentials'],
  ['no password', { emailId: 'asha@example.com' }, 'data and hash arguments required'],
  ['a password that is a number', { emailId: 'asha@example.com', password: 1 }, 'data and hash must be strings'],
  [
    'an object as address',
    { emailId: { a: 1 }, password: 'x' },
    'Cast to string failed for value "{ a: 1 }" (type Object) at path "emailId" for model "User"',
  ],
])('login with %s is 400 text', async (_title, json, text) => {
  const { as } = await start();
  expect(outline(await as('nobody', 'POST', '/login', { json }))).toEqual([
    400,
    textType,
    `Something went wrong ${text}`,
  ]);
});

test.each([
  ['unreachable', 'Something went wrong connect ECONNREFUSED 127.0.0.1:27017'],
  ['never-connected', 'Something went wrong Operation `users.findOne()` buffering timed out after 10000ms'],
] as const)('login with the database %s answers the driver message', async (state, text) => {
  const { upstream, as } = await start();
  upstream.setDatabase(state);
  const json = { emailId: 'asha@example.com', password: 'Dev@12345' };
  expect(outline(await as('nobody', 'POST', '/login', { json }))).toEqual([400, textType, text]);
});

test('login obeys query operators in place of an address', async () => {
  const { upstream, as } = await start();
  const json = { emailId: { $gt: '' }, password: 'Dev@12345' };
  const reply = await as('nobody', 'POST', '/login', { json });
  expect([reply.status, reply.json]).toMatchObject([200, { _id: upstream.documents.users[0]?._id }]);
});

test.each(['asha', 'nobody'] as const)('signout of %s overwrites the cookie and does not expire it', async (who) => {
  const { as } = await start();
  const reply = await as(who, 'POST', '/signout');
  expect(outline(reply)).toEqual([200, textType, 'Logout Succesfull!']);
  expect(reply.cookies).toEqual(['token=j%3Anull; Path=/']);
});

test('a token outlives signing out', async () => {
  const { as } = await start();
  await as('asha', 'POST', '/signout');
  expect((await as('asha', 'GET', '/profile/view')).status).toBe(200);
});
