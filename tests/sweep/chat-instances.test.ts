// @module-tag once
// The other events of two instances are those of tests/upstream in the project sweep-instances.
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { befriend } from '#tests/support/acts.ts';
import { redisIsExpected, redisUrl } from '#tests/support/redis-answers.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { createTestDatabase, postgresAnswers, type TestDatabase } from '#tests/support/test-database.ts';

const available = (await redisIsExpected()) && (process.env.CI !== undefined || (await postgresAnswers()));

describe.skipIf(!available)('two instances over one Redis and one PostgreSQL', () => {
  const redisPrefix = `dotcode-test-${randomUUID()}`;
  let database: TestDatabase;
  let one: StartedUpstream;
  let two: StartedUpstream;

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
    const [byBlocker, byBlocked] = [await one.connect(blocker), await two.connect(blocked)];
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
    (await two.connect(blocker)).close();
    (await one.connect(blocked)).close();
    // The third person writes to both from both instances: what was said before has arrived by then.
    for (const instance of [one, two]) {
      const marker = await instance.connect(third);
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

// Both deployments use one database, so that both know the same ids of people, as production and its copy do.
it.skipIf(!(await redisIsExpected()))(
  'two deployments with different REDIS_PREFIX on one Redis share nothing',
  async () => {
    const start = async (prefix: string, databaseUrl?: string) => {
      const started = await startUpstream({
        env: { REDIS_URL: redisUrl, REDIS_PREFIX: prefix },
        chat: { offlineAfterMs: 0 },
        ...(databaseUrl !== undefined && { databaseUrl }),
      });
      await started.upstream.ready;
      return started;
    };
    const prefix = `test-${randomUUID()}`;
    const one = await start(prefix);
    const two = await start(`test-${randomUUID()}`, one.databaseUrl);
    const redis = await createClient({ url: redisUrl }).connect();
    onTestFinished(async () => {
      redis.destroy();
      await two.close();
      await one.close();
    });
    const [ada, ben] = await one.signUpMany(2);
    await befriend(ada, ben);

    const [b1, b2] = await Promise.all([one.connect(ben), two.connect(ben)]);
    const a1 = await one.connect(ada);
    const asked = { userIds: [ada.id] };
    expect(await b1.ask('presence', asked)).toEqual({ ok: true, data: { online: [ada.id] } });
    expect(await b2.ask('presence', asked)).toEqual({ ok: true, data: { online: [] } });
    expect(await redis.keys(`*${ada.id}*`)).toEqual([`${prefix}:presence:${ada.id}`]);

    await a1.ask('sendMessage', { targetUserId: ben.id, text: 'to one deployment' });
    expect(await b1.next('messageReceived')).toMatchObject({ text: 'to one deployment' });
    // A message inside the second deployment comes after anything that Redis could have brought from the first.
    const a2 = await two.connect(ada);
    await a2.ask('sendMessage', { targetUserId: ben.id, text: 'to the other' });
    expect(await b2.next('messageReceived')).toMatchObject({ text: 'to the other' });
    expect(b2.all('messageReceived')).toHaveLength(1);
  },
);
