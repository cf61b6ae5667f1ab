import { expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics, type UpstreamState } from './metrics.ts';

const never = () => new Promise<never>(() => undefined);
const silentDatabase: UpstreamState = {
  sockets: () => 3,
  isLeaving: () => false,
  databaseBytes: never,
  canWrite: never,
  poolUse: () => ({ open: 20, used: 20, waiting: 7 }),
  jobs: never,
  cases: never,
  redisIsUp: () => false,
};

it('answer within two seconds that the database is down, when it answers nothing at all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const metrics = createMetrics();
  metrics.watch(silentDatabase);
  const answer = metrics.text();
  await vi.advanceTimersByTimeAsync(1999);
  const text = await answer;
  expect(text).toContain('upstream_database_up 0');
  expect(text).toContain('upstream_redis_up 0');
  expect(text).toContain('upstream_pool_waiting 7');
  expect(text).toContain('upstream_open_sockets 3');
  // A gauge whose value is not known is absent; its last value would be a lie.
  expect(text).not.toMatch(/^upstream_(database_bytes|cases_open|jobs_waiting)[ {]/m);
});
