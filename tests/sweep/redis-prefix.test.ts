import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { expect, it, onTestFinished } from 'vitest';
import { befriend } from '#tests/support/acts.ts';
import { redisIsExpected, redisUrl } from '#tests/support/redis-answers.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';

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
