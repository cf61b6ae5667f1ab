import { expect, test } from 'vitest';
import { jsonType, outline, start, textType } from './setup.ts';

test('profile/view holds four fields and no more', async () => {
  const { upstream, as } = await start();
  const { _id, firstName, lastName, photoUrl } = upstream.network.people.asha;
  expect(outline(await as('asha', 'GET', '/profile/view'))).toEqual([
    200,
    jsonType,
    { _id, firstName, lastName, photoUrl },
  ]);
});

const always = ['_id', 'firstName', 'lastName', 'photoUrl'];
test.each<[string, unknown, string[], object]>([
  ['nothing', {}, always, {}],
  ['no body', undefined, always, {}],
  ['an empty list', [], always, {}],
  ['a name', { firstName: 'Anna' }, [...always, 'updatedAt'], { firstName: 'Anna' }],
  ['the name it has', { firstName: 'Asha' }, always, { firstName: 'Asha' }],
  ['no last name', { lastName: null }, [...always, 'updatedAt'], { lastName: null }],
  ['an empty about', { about: '' }, [...always, 'about', 'updatedAt'], { about: '' }],
  ['a picture', { photoUrl: 'https://a.example/x.png' }, [...always, 'updatedAt'], {}],
  ['skills', { skills: ['a', 'b'] }, [...always, 'skills', 'updatedAt', '__v'], { skills: ['a', 'b'], __v: 1 }],
  ['skills as one string', { skills: 'a, b' }, [...always, 'skills', 'updatedAt', '__v'], { skills: ['a, b'] }],
])('profile/edit of %s answers the loaded fields and those sent', async (_title, json, keys, values) => {
  const { as } = await start();
  const reply = await as('asha', 'PATCH', '/profile/edit', { json });
  expect([reply.status, reply.type]).toEqual([200, jsonType]);
  const { message, data } = reply.json as { message: string; data: Record<string, unknown> };
  expect(message).toBe(`${data.firstName} just updated your details`);
  expect(Object.keys(data).sort()).toEqual([...keys].sort());
  expect(data).toMatchObject(values);
});

test('profile/edit stores what it accepts, and leaves __v as it was', async () => {
  const { upstream, as } = await start();
  await as('asha', 'PATCH', '/profile/edit', { json: { about: 'New.', skills: ['Zig'] } });
  expect(upstream.network.people.asha).toMatchObject({ about: 'New.', skills: ['Zig'], __v: 0 });
});

test.each(['emailId', 'age', 'gender', 'password', '_id', '__v', 'headline'])(
  'profile/edit refuses the key %s and applies nothing beside it',
  async (key) => {
    const { upstream, as } = await start();
    const reply = await as('asha', 'PATCH', '/profile/edit', { json: { about: 'New.', [key]: 'x' } });
    expect(outline(reply)).toEqual([400, textType, "Error: Error: Sorry you can't edit the field"]);
    expect(upstream.network.people.asha.about).not.toBe('New.');
  },
);

const long = 'a'.repeat(41);
const longAbout = 'a'.repeat(501);
test.each<[string, object, string[]]>([
  ['a short first name', { firstName: 'A' }, ['Invalid FirstName']],
  ['an empty first name', { firstName: '' }, ['Invalid FirstName']],
  ['no first name', { firstName: null }, ['Invalid FirstName']],
  ['a long first name', { firstName: long }, ['Invalid FirstName']],
  ['an object as first name', { firstName: { a: 1 } }, ['Invalid FirstName']],
  ['a short last name', { lastName: 'A' }, ['Invalid LastName']],
  ['a long last name', { lastName: long }, ['Invalid LastName']],
  ['two bad names', { firstName: 'A', lastName: 'B' }, ['Invalid FirstName', 'Invalid LastName']],
  ['a picture that is no URL', { photoUrl: 'nope' }, ['Not a valid Url']],
  ['an empty picture', { photoUrl: '' }, ['Not a valid Url']],
  [
    'a long about',
    { about: longAbout },
    [`Path \`about\` (\`${longAbout}\`) is longer than the maximum allowed length (500).`],
  ],
])('profile/edit of %s is 400 with a list of errors', async (_title, json, error) => {
  const { as } = await start();
  expect(outline(await as('asha', 'PATCH', '/profile/edit', { json }))).toEqual([400, jsonType, { error }]);
});

test('profile/edit refuses skills that hold objects', async () => {
  const { as } = await start();
  const reply = await as('asha', 'PATCH', '/profile/edit', { json: { skills: [{ a: 1 }] } });
  expect(outline(reply)).toEqual([
    400,
    jsonType,
    { error: [expect.stringMatching(/^Cast to \[string\] failed for value /)] },
  ]);
});

const current = 'Dev@12345';
test.each([
  ['no current password', { newPassword: 'a', password: 'a' }, 'Error: data and hash arguments required'],
  [
    'a wrong current password',
    { currentPassword: 'x', newPassword: 'a', password: 'a' },
    "Error: Password Doesn't Match",
  ],
  ['no new password', { currentPassword: current }, 'Error: data and salt arguments required'],
])('profile/password with %s is 400 text', async (_title, json, text) => {
  const { upstream, as } = await start();
  expect(outline(await as('asha', 'PATCH', '/profile/password', { json }))).toEqual([400, textType, text]);
  expect(upstream.crashes).toEqual([]);
});

test.each([
  [
    'passwords that differ',
    { currentPassword: current, newPassword: 'a', password: 'b' },
    "The new password and confirm password doesn't match",
  ],
  [
    'the password it has',
    { currentPassword: current, newPassword: current, password: current },
    "You can't change the same password",
  ],
])('profile/password with %s answers, then the process exits until it is restarted', async (_title, json, text) => {
  const { upstream, as } = await start();
  expect(outline(await as('asha', 'PATCH', '/profile/password', { json }))).toEqual([400, textType, text]);
  await expect(as('asha', 'GET', '/profile/view')).rejects.toThrow(/ECONNRE/);
  expect(upstream.crashes).toEqual([text]);
  await upstream.restart();
  expect((await as('asha', 'GET', '/profile/view')).status).toBe(200);
});

test('profile/password takes any new password, sets no cookie and keeps old tokens', async () => {
  const { as } = await start();
  const json = { currentPassword: current, newPassword: '1', password: '1' };
  const reply = await as('asha', 'PATCH', '/profile/password', { json });
  expect(outline(reply)).toEqual([200, textType, 'Succesfully Changed Password']);
  expect(reply.cookies).toEqual([]);
  expect((await as('asha', 'GET', '/profile/view')).status).toBe(200);
  const login = (password: string) =>
    as('nobody', 'POST', '/login', { json: { emailId: 'asha@example.com', password } });
  expect((await login(current)).status).toBe(400);
  expect((await login('1')).status).toBe(200);
});

test('profile/:id shows anyone, in either case of the id', async () => {
  const { upstream, as } = await start();
  const { _id, firstName, lastName, photoUrl, about, skills } = upstream.network.people.goran;
  for (const id of [_id, _id.toUpperCase()]) {
    expect(outline(await as('asha', 'GET', `/profile/${id}`))).toEqual([
      200,
      jsonType,
      {
        user: { _id, firstName, lastName, photoUrl, about, skills },
        message: 'Successfully Fetched User Details',
      },
    ]);
  }
});

test.each([
  ['unknown', '0123456789abcdef01234567', 404, 'User not found'],
  ['longer than 25 characters', 'a'.repeat(26), 400, 'Something went wrong'],
  ['short and malformed', 'nope', 500, 'Something went wrong '],
  ['of 12 characters', 'abcdefabcdef', 500, 'Something went wrong '],
  ['of 25 characters', 'a'.repeat(25), 500, 'Something went wrong '],
  ['the word edit', 'edit', 500, 'Something went wrong '],
  ['the word password', 'password', 500, 'Something went wrong '],
])('profile/:id of an id that is %s', async (_title, id, status, message) => {
  const { as } = await start();
  expect(outline(await as('asha', 'GET', `/profile/${id}`))).toEqual([status, jsonType, { message }]);
});
