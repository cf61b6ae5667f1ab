import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { redisIsExpected, redisUrl } from '#tests/support/redis-answers.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';

// Both deployments use one database, so that both know the same ids of people, as production and its copy do.
describe.skipIf(!(await redisIsExpected()))('two deployments with different REDIS_PREFIX on one Redis', () => {
  const prefixes = [`test-${randomUUID()}`, `test-${randomUUID()}`];
  let one: StartedUpstream;
  let two: StartedUpstream;
  let ada: SignedUp;
  let ben: SignedUp;

  beforeAll(async () => {
    one = await start(prefixes[0]);
    two = await start(prefixes[1], one.databaseUrl);
    ada = await one.signUp({ firstName: 'Ada' });
    ben = await one.signUp({ firstName: 'Ben' });
    await ada.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${ada.id}`);
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  async function start(prefix = '', databaseUrl?: string): Promise<StartedUpstream> {
    const upstream = await startUpstream({
      env: { REDIS_URL: redisUrl, REDIS_PREFIX: prefix },
      chat: { offlineAfterMs: 0 },
      ...(databaseUrl !== undefined && { databaseUrl }),
    });
    await upstream.upstream.ready;
    return upstream;
  }

  function connect(to: StartedUpstream, person: SignedUp): Promise<ChatClient> {
    return connected(chatClient(to.url, { cookie: person.client.cookieHeader }));
  }

  it('do not hear each other’s messages', async () => {
    const [a1, b1, b2] = await Promise.all([connect(one, ada), connect(one, ben), connect(two, ben)]);
    await a1.ask('sendMessage', { targetUserId: ben.id, text: 'to one deployment' });
    expect(await b1.next('messageReceived')).toMatchObject({ text: 'to one deployment' });
    // A message inside the second deployment comes after anything that Redis could have brought from the first.
    const a2 = await connect(two, ada);
    await a2.ask('sendMessage', { targetUserId: ben.id, text: 'to the other' });
    expect(await b2.next('messageReceived')).toMatchObject({ text: 'to the other' });
    expect(b2.all('messageReceived')).toHaveLength(1);
    for (const client of [a1, b1, a2, b2]) client.close();
  });

  it('do not see each other’s people as online, and keep every key below their prefix', async () => {
    const cid = await one.signUp({ firstName: 'Cid' });
    await cid.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${cid.id}`);
    const redis = await createClient({ url: redisUrl }).connect();
    try {
      const here = await connect(one, cid);
      const [b1, b2] = await Promise.all([connect(one, ben), connect(two, ben)]);
      const asked = { userIds: [cid.id] };
      expect(await b1.ask('presence', asked)).toEqual({ ok: true, data: { online: [cid.id] } });
      expect(await b2.ask('presence', asked)).toEqual({ ok: true, data: { online: [] } });
      expect(await redis.keys(`*${cid.id}*`)).toEqual([`${prefixes[0]}:presence:${cid.id}`]);
      for (const client of [here, b1, b2]) client.close();
    } finally {
      redis.destroy();
    }
  });
});
