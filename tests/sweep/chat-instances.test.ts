// @module-tag once

import { randomBytes } from 'node:crypto';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { befriend } from '#tests/support/acts.ts';
import type { ChatClient } from '#tests/support/chat-client.ts';
import { redisIsExpected, redisUrl } from '#tests/support/redis-answers.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { createTestDatabase, postgresAnswers, type TestDatabase } from '#tests/support/test-database.ts';

const available = (await redisIsExpected()) && (process.env.CI !== undefined || (await postgresAnswers()));

describe.skipIf(!available)('two instances over one Redis and one PostgreSQL', () => {
  const redisPrefix = `dotcode-test-${randomBytes(6).toString('hex')}`;
  const open: ChatClient[] = [];
  let database: TestDatabase;
  let one: StartedUpstream;
  let two: StartedUpstream;
  let ada: SignedUp;
  let ben: SignedUp;
  let eve: SignedUp;

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    const options = {
      databaseUrl: database.url,
      env: { REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix },
      chat: { offlineAfterMs: 0 },
    };
    one = await startUpstream(options);
    two = await startUpstream(options);
    await Promise.all([one.upstream.ready, two.upstream.ready]);
    [ada, ben, eve] = await one.signUpMany(3);
    await befriend(ada, ben);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await database.drop();
    const client = await createClient({ url: redisUrl }).connect();
    const left = await client.keys(`${redisPrefix}*`);
    // The keys of budgets expire by themselves.
    for (const key of left) expect(await client.pTTL(key), key).toBeGreaterThan(0);
    client.destroy();
    expect(left.filter((key) => !key.startsWith(`${redisPrefix}:budget:`))).toEqual([]);
  });

  async function connect(upstream: StartedUpstream, person: SignedUp) {
    const client = await upstream.connect(person);
    open.push(client);
    return client;
  }

  it('hide a person who switches presence off from both, and show them nobody', async () => {
    const [a1, a2, b2] = await Promise.all([connect(one, ada), connect(two, ada), connect(two, ben)]);
    await b2.ask('presence', { userIds: [ada.id] });
    for (const client of [a1, a2])
      expect(await client.ask('presence', { userIds: [ben.id] })).toEqual({ ok: true, data: { online: [ben.id] } });
    await ada.client.patch('/profile/preferences', { privacy: { presence: false } });
    await b2.next('presence', ({ userId, online }) => userId === ada.id && !online);
    for (const client of [a1, a2]) await client.next('presence', ({ userId, online }) => userId === ben.id && !online);
    expect(await b2.ask('presence', { userIds: [ada.id] })).toEqual({ ok: true, data: { online: [] } });
    await ada.client.patch('/profile/preferences', { privacy: { presence: true } });
    await b2.next('presence', ({ userId, online }) => userId === ada.id && online);
  });

  it('deliver to each other’s clients, and to nobody else’s', async () => {
    const [a1, a2, b2, e2] = await Promise.all([
      connect(one, ada),
      connect(two, ada),
      connect(two, ben),
      connect(two, eve),
    ]);
    const sent = await a1.ask('sendMessage', { targetUserId: ben.id, text: 'across' });
    const messageId = sent.ok ? sent.data._id : '';
    expect(await b2.next('messageReceived')).toMatchObject({ _id: messageId, text: 'across', peerId: ada.id });
    // The earlier "connected" notification may still arrive from the other instance, so filter by kind.
    const news = await b2.next('notification', ({ kind }) => kind === 'message');
    expect(news).toMatchObject({ messageId, actor: { _id: ada.id } });
    expect(await a2.next('messageReceived')).toMatchObject({ _id: messageId, peerId: ben.id });
    await b2.ask('typing', { targetUserId: ada.id, typing: true });
    expect(await a1.next('typing')).toEqual({ userId: ben.id, typing: true });
    await b2.ask('messagesRead', { targetUserId: ada.id, messageId });
    expect(await a1.next('messagesRead')).toMatchObject({ userId: ben.id, messageId });
    await e2.ask('presence', { userIds: [] });
    expect(e2.heard).toEqual([]);
  });

  it('tell news that a call to the other instance caused', async () => {
    const fay = await one.signUp({ firstName: 'Fay' });
    const client = await connect(two, fay);
    await ada.client.post(`/request/interested/${fay.id}`);
    expect(await client.next('notification')).toMatchObject({ kind: 'request', actor: { _id: ada.id } });
  });

  it('count a person as online while a tab is open at either', async () => {
    const b = await connect(one, ben);
    expect(await b.ask('presence', { userIds: [ada.id] })).toEqual({ ok: true, data: { online: [] } });
    const there = await connect(two, ada);
    expect(await b.next('presence')).toEqual({ userId: ada.id, online: true });
    const here = await connect(one, ada);
    there.close();
    // The next presence reply shows whether the other instance's shutdown changed anything.
    expect(await b.ask('presence', { userIds: [ada.id] })).toEqual({ ok: true, data: { online: [ada.id] } });
    here.close();
    expect(await b.next('presence', ({ online }) => !online)).toEqual({ userId: ada.id, online: false });
    expect(b.all('presence')).toHaveLength(2);
  });

  /** A person whose calls go to the second instance. */
  async function signedInAtTwo(): Promise<SignedUp> {
    const person = await one.signUp();
    const client = two.client();
    expect((await client.post('/login', { emailId: person.emailId, password: person.password })).status).toBe(200);
    return { ...person, client };
  }

  /** Two connected people, one signed in at each instance, and a third who is connected with both. */
  async function threePeople() {
    const [here, there, third] = [await one.signUp(), await signedInAtTwo(), await one.signUp({ firstName: 'Cho' })];
    const pairs = [
      [here, there],
      [third, here],
      [third, there],
    ] as const;
    for (const [asking, asked] of pairs) await befriend(asking, asked);
    return { here, there, third };
  }

  it('end every event between two people once one blocks the other', async () => {
    const { here: blocker, there: blocked, third } = await threePeople();
    const [byBlocker, byBlocked] = [await connect(one, blocker), await connect(two, blocked)];
    /** The socket of each, and the other person. */
    const sides = [
      [byBlocked, blocker],
      [byBlocker, blocked],
    ] as const;
    for (const [socket, other] of sides)
      expect(await socket.ask('presence', { userIds: [other.id] })).toMatchObject({ data: { online: [other.id] } });
    const sent = await byBlocker.ask('sendMessage', { targetUserId: blocked.id, text: 'before' });
    const messageId = sent.ok ? sent.data._id : '';
    await byBlocked.next('messageReceived', (event) => event._id === messageId);
    await byBlocked.next('notification', (event) => event.messageId === messageId);

    expect((await blocker.client.post(`/user/block/${blocked.id}`)).status).toBe(200);
    // News of the arrival may come after the answer that told of it already.
    for (const [socket, other] of sides)
      await socket.next('presence', ({ userId, online }) => userId === other.id && !online);
    expect(await byBlocker.next('blockChanged')).toEqual({ userId: blocked.id, blocked: true });
    const heardBefore = new Map(sides.map(([socket]) => [socket, socket.heard.length]));

    for (const [socket, other] of sides) {
      const targetUserId = other.id;
      const refused = { ok: false, error: { code: 'not_connected' } };
      expect(await socket.ask('sendMessage', { targetUserId, text: 'after' })).toMatchObject(refused);
      expect(await socket.ask('typing', { targetUserId, typing: true })).toMatchObject(refused);
      await socket.ask('messagesRead', { targetUserId, messageId });
      expect(await socket.ask('presence', { userIds: [targetUserId] })).toEqual({ ok: true, data: { online: [] } });
    }
    expect((await blocked.client.post(`/request/interested/${blocker.id}`)).status).toBe(404);
    // Another device of each comes and goes.
    (await connect(two, blocker)).close();
    (await connect(one, blocked)).close();
    // The third person writes to both from both instances: what was said before has arrived by then.
    for (const instance of [one, two]) {
      const marker = await connect(instance, third);
      for (const [socket, person] of [
        [byBlocker, blocker],
        [byBlocked, blocked],
      ] as const) {
        const text = `marker of ${instance.url}`;
        expect((await marker.ask('sendMessage', { targetUserId: person.id, text })).ok).toBe(true);
        await socket.next('messageReceived', (event) => event.text === text);
      }
    }
    for (const [socket, other] of sides) {
      const heard = socket.heard.slice(heardBefore.get(socket)).map((event) => JSON.stringify(event));
      // A person's own reading is told to their own devices, and names the other.
      const ofOther = heard.filter((event) => event.includes(other.id) && !event.includes('"peerId"'));
      expect(ofOther).toEqual([]);
      expect(heard.filter((event) => event.includes(`"userId":"${other.id}"`))).toEqual([]);
    }
  });
});

it('an instance whose Redis is unreachable serves the people connected to it', async () => {
  const upstream = await startUpstream({ env: { REDIS_URL: 'redis://127.0.0.1:1' }, chat: { offlineAfterMs: 0 } });
  const [ada, ben] = await upstream.signUpMany(2);
  await befriend(ada, ben);
  const [a, b] = [await upstream.connect(ada), await upstream.connect(ben)];
  expect((await a.ask('sendMessage', { targetUserId: ben.id, text: 'alone' })).ok).toBe(true);
  expect(await b.next('messageReceived')).toMatchObject({ text: 'alone' });
  expect(await b.ask('presence', { userIds: [ada.id] })).toEqual({ ok: true, data: { online: [ada.id] } });
  await upstream.close();
});
