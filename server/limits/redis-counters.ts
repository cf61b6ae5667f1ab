import type { Logger } from 'pino';
import { createClient } from 'redis';
import { type CounterMaker, redisCounters } from './counters.ts';

const longestRetryMs = 2000;

export interface RedisPlace {
  readonly url: string;
  /** REDIS_PREFIX: gateways count together when they share it. */
  readonly prefix: string;
}

interface RedisCounting {
  readonly counters: CounterMaker;
  readonly close: () => Promise<void>;
}

/**
 * Counts in Redis. The client connects in the background; while Redis cannot be reached, this process counts for itself,
 * because rate limits are no reason to refuse everybody.
 */
export function countInRedis({ url, prefix }: RedisPlace, log: Logger): RedisCounting {
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
  // The client reports a failed attempt as an 'error' event, too, and tries again.
  client.connect().catch(() => undefined);
  return {
    counters: redisCounters(client, prefix),
    async close() {
      client.destroy();
    },
  };
}
