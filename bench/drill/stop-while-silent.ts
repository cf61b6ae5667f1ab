import { randomUUID } from 'node:crypto';
import { freeze } from '#tests/support/freeze.ts';
import { startOwnPostgres, startOwnRedis } from '#tests/support/own-servers.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import { type Drill, Promises, type Size } from './drill.ts';
import { withOwnServer } from './with-product.ts';

/** Calls, push messages and background work have five seconds each; connections one. */
const endsWithinMs = 20_000;

export const stopWhileSilent: Drill = {
  name: 'silent: PostgreSQL and Redis stopped, then SIGTERM',
  promised: `The upstream ends within ${endsWithinMs / 1000} s with status 0, though calls and its own connections are not answered.`,
  run: (size) =>
    withOwnServer(startOwnPostgres, (postgres) =>
      withOwnServer(startOwnRedis, async (redis) => {
        const upstream = await startUpstreamProcess({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
        try {
          const client = new TestClient(`http://127.0.0.1:${upstream.port}`);
          const person = { firstName: 'Drill', lastName: 'Person', emailId: `${randomUUID()}@mail.test` };
          await client.post('/signup', { ...person, password: 'Test#Passw0rd' });
          const thaws = [freeze(postgres.pid()), freeze(redis.pid())];
          try {
            return await judge(upstream, client, size);
          } finally {
            for (const thaw of thaws) thaw();
          }
        } finally {
          await upstream.kill();
        }
      }),
    ),
};

async function judge(upstream: { stop(): Promise<number | null> }, client: TestClient, size: Size) {
  const promises = new Promises(size);
  const hanging = Array.from({ length: 4 }, () => client.get('/profile/view').catch(() => undefined));
  const startedAt = performance.now();
  const status = await upstream.stop();
  const ms = performance.now() - startedAt;
  await Promise.all(hanging);
  promises.check(status === 0, `it ended with ${status}`);
  promises.checkTime(ms, endsWithinMs, `it ended after ${(ms / 1000).toFixed(1)} s`);
  return { facts: [`ended with ${status} after ${(ms / 1000).toFixed(1)} s`], broken: promises.broken };
}
