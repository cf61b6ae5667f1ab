import { expect, test } from 'vitest';
import { jsonType, outline, start, textType } from './setup.ts';

const unknown = '0123456789abcdef01234567';

test.each(['interested', 'ignored'])('sends a request as %s', async (status) => {
  const { upstream, as } = await start();
  const { asha, goran } = upstream.network.people;
  const reply = await as('asha', 'POST', `/request/${status}/${goran._id}`);
  expect(outline(reply)).toEqual([200, textType, 'Succefully send a request']);
  expect(upstream.documents.requests.at(-1)).toMatchObject({ fromUserID: asha._id, toUserID: goran._id, status });
});

test('says why a request cannot be sent, by 400 text', async () => {
  const { upstream, as } = await start();
  const { asha, ben, chloe, diego, emeka, goran } = upstream.network.people;
  const exists = 'Error: Connection alreday exists';
  const cases: [path: string, text: string][] = [
    [`accepted/${goran._id}`, 'Error: Only interested and ignored allowed'],
    [`Interested/${goran._id}`, 'Error: Only interested and ignored allowed'],
    ['interested/nope', 'Error: Cast to ObjectId failed for value "nope" (type string) at path "_id" for model "User"'],
    [`interested/${unknown}`, 'Error: User not found'],
    [`interested/${ben._id}`, exists],
    [`ignored/${chloe._id}`, exists],
    [`interested/${diego._id}`, exists],
    [`interested/${emeka._id}`, exists],
    [`interested/${asha._id}`, 'Error: You can not send request to yourself'],
  ];
  for (const [path, text] of cases) {
    expect(outline(await as('asha', 'POST', `/request/${path}`))).toEqual([400, textType, text]);
  }
});

test('lets two people who ask each other at once both through', async () => {
  const { upstream, as } = await start({ environment: { databaseDelayMs: 50 } });
  const { asha, goran } = upstream.network.people;
  const replies = await Promise.all([
    as('asha', 'POST', `/request/interested/${goran._id}`),
    as('goran', 'POST', `/request/interested/${asha._id}`),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
});

test.each(['accepted', 'rejected'] as const)('reviews a request as %s', async (status) => {
  const { upstream, as } = await start();
  const { chloeToAsha } = upstream.network.requests;
  const before = { ...chloeToAsha };
  const reply = await as('asha', 'POST', `/request/review/${status}/${chloeToAsha._id}`);
  expect(outline(reply)).toEqual([
    200,
    jsonType,
    { message: `Succefully ${status} request `, data: { ...before, status, updatedAt: expect.any(String) } },
  ]);
});

test('says why a request cannot be reviewed, by 400 text', async () => {
  const { upstream, as } = await start();
  const { people, requests } = upstream.network;
  const gone = "The connection doesn't exist";
  const cases: [who: 'asha' | 'chloe' | 'goran', path: string, text: string][] = [
    ['asha', `maybe/${requests.chloeToAsha._id}`, 'Error:Invalid Field'],
    [
      'asha',
      'accepted/nope',
      'Error:Cast to ObjectId failed for value "nope" (type string) at path "_id" for model "ConnectionRequest"',
    ],
    ['asha', `accepted/${unknown}`, gone],
    ['asha', `accepted/${people.chloe._id}`, gone],
    ['chloe', `accepted/${requests.chloeToAsha._id}`, gone],
    ['goran', `accepted/${requests.chloeToAsha._id}`, gone],
    ['asha', `accepted/${requests.benAndAsha._id}`, gone],
  ];
  for (const [who, path, text] of cases) {
    expect(outline(await as(who, 'POST', `/request/review/${path}`))).toEqual([400, textType, text]);
  }
});

test('lists received requests, with null in place of a sender who is gone', async () => {
  const { upstream, as } = await start();
  const { people, requests } = upstream.network;
  const { _id, firstName, lastName, photoUrl, about } = people.chloe;
  expect(outline(await as('asha', 'GET', '/user/request/received'))).toEqual([
    200,
    jsonType,
    {
      message: 'Succefully fetched the information',
      data: [
        { ...requests.chloeToAsha, fromUserID: { _id, firstName, lastName, photoUrl, about } },
        { ...requests.deletedToAsha, fromUserID: null },
      ],
    },
  ]);
  expect((await as('emeka', 'GET', '/user/request/received')).json).toMatchObject({ data: [] });
});

test('lists connections from both sides', async () => {
  const { upstream, as } = await start();
  for (const [who, other] of [
    ['asha', 'ben'],
    ['ben', 'asha'],
  ] as const) {
    const { _id, firstName, lastName, photoUrl, about } = upstream.network.people[other];
    expect(outline(await as(who, 'GET', '/user/connections'))).toEqual([
      200,
      jsonType,
      { message: 'Succefully fetched the data', data: [{ _id, firstName, lastName, photoUrl, about }] },
    ]);
  }
});

test('fails the whole list of connections when one of the people is gone', async () => {
  const { as } = await start();
  expect(outline(await as('farah', 'GET', '/user/connections'))).toEqual([
    400,
    textType,
    "Error:Cannot read properties of null (reading '_id')",
  ]);
});

test('the feed is a bare list of everyone without a request either way', async () => {
  const { upstream, as } = await start();
  const { farah, goran, hana, ivy } = upstream.network.people;
  const reply = await as('asha', 'GET', '/user/feed?limit=50');
  expect([reply.status, reply.type]).toEqual([200, jsonType]);
  const people = reply.json as object[];
  expect(people.slice(0, 5)).toMatchObject(
    [farah, goran, hana, ivy, upstream.network.crowd[0]].map((p) => ({ _id: p?._id })),
  );
  expect(people).toHaveLength(18);
  expect(Object.keys(people[0] ?? {})).toEqual(['_id', 'firstName', 'lastName', 'photoUrl', 'about', 'skills']);
});

test.each([
  ['', 10, 0],
  ['?page=0&limit=0', 10, 0],
  ['?page=x&limit=y', 10, 0],
  ['?page=2', 8, 10],
  ['?page=3', 0, 20],
  ['?limit=99', 18, 0],
  ['?limit=99&page=2', 0, 50],
  ['?limit=3.9', 3, 0],
  ['?page=1e2', 10, 0],
  ['?limit[]=3', 3, 0],
  ['?limit=3&page=2&page=3', 3, 3],
  ['?limit=-5', 5, 0],
])('the feed %s has %i people from the %ith on', async (query, size, from) => {
  const { as } = await start();
  const all = (await as('asha', 'GET', '/user/feed?limit=50')).json as unknown[];
  expect((await as('asha', 'GET', `/user/feed${query}`)).json).toEqual(all.slice(from, from + size));
});

test.each([
  ['?limit=-5&page=2', "Error BSON field 'skip' value must be >= 0, actual value '-5'"],
  ['?page=-1', "Error BSON field 'skip' value must be >= 0, actual value '-20'"],
])('the feed %s is refused by the database', async (query, text) => {
  const { as } = await start();
  expect(outline(await as('asha', 'GET', `/user/feed${query}`))).toEqual([400, textType, text]);
});

test('the feed shrinks between pages as people are decided on, so the next page skips some', async () => {
  const { as } = await start();
  const ids = async (page: number) =>
    ((await as('asha', 'GET', `/user/feed?page=${page}&limit=5`)).json as { _id: string }[]).map(({ _id }) => _id);
  const [first, second] = [await ids(1), await ids(2)];
  await as('asha', 'POST', `/request/ignored/${first[0]}`);
  expect(await ids(2)).toEqual([...second.slice(1), expect.any(String)]);
});

test('feed calls at once share one limit', async () => {
  const { as } = await start({ environment: { databaseDelayMs: 50 } });
  const sizes = await Promise.all(
    [3, 7, 11].map(async (limit) => ((await as('asha', 'GET', `/user/feed?limit=${limit}`)).json as unknown[]).length),
  );
  expect(new Set(sizes).size).toBe(1);
});
