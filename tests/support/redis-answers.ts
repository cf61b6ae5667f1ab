import { randomBytes } from 'node:crypto';
import { createClient } from 'redis';

export const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** The environment of instances that share Redis with no other test. */
export const ownRedis = () => ({
  SECRET: 'the-same-secret-on-every-instance',
  REDIS_URL: redisUrl,
  REDIS_PREFIX: `dotcode-test-${randomBytes(6).toString('hex')}`,
});

/** Whether tests that need Redis run. In CI they always run, and fail without it. */
export async function redisIsExpected(): Promise<boolean> {
  if (process.env.CI !== undefined) return true;
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false, connectTimeout: 2000 } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    client.destroy();
    return true;
  } catch {
    return false;
  }
}
