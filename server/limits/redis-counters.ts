import type { Logger } from 'pino';
import { createClient } from 'redis';
import { type CounterMaker, redisCounters } from './counters.ts';

const longestRetryMs = 2000;

/**
 * Counts in Redis. It is connected in the background, and while it is away this process counts for itself: limits are
 * no reason to keep people out.
 */
export function countInRedis(url: string, log: Logger): { counters: CounterMaker; close: () => Promise<void> } {
  const client = createClient({
    url,
    // Without a connection a command fails at once, instead of waiting for one.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(tries * 100, longestRetryMs) },
  });
  let isAway = false;
  client.on('error', (error: NodeJS.ErrnoException) => {
    if (!isAway) log.warn({ code: error.code }, 'Redis cannot be reached: rate limits are counted per process');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info('Redis is back: rate limits are shared again');
    isAway = false;
  });
  // A failure is an 'error' event, too, and is tried again.
  client.connect().catch(() => undefined);
  return {
    counters: redisCounters(client),
    async close() {
      client.destroy();
    },
  };
}
