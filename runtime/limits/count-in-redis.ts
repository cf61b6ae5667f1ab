import type { Logger } from 'pino';
import { createClient } from 'redis';
import { createTroubleLog, type Trouble } from '../log/trouble-log.ts';
import { type CounterMaker, redisCounters } from './counters.ts';

const longestRetryMs = 2000;

export interface RedisPlace {
  readonly url: string;
  /** Programs with the same Redis and the same `keyPrefix` count together. */
  readonly keyPrefix: string;
}

export interface Counting {
  readonly counters: CounterMaker;
  readonly close: () => void;
}

/**
 * Counts in Redis. The client connects in the background; while Redis cannot be reached, this process counts for itself,
 * because rate limits are no reason to refuse everybody.
 */
export function countInRedis(
  { url, keyPrefix }: RedisPlace,
  log: Logger,
  trouble: Trouble = createTroubleLog(log),
): Counting {
  const client = createClient({
    url,
    // Without a connection a command fails at once, instead of waiting for one.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(tries * 100, longestRetryMs) },
  });
  let isAway = false;
  client.on('error', (error: unknown) => {
    trouble('Redis', error);
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info('Redis is back: rate limits are shared again');
    isAway = false;
  });
  // The client reports a failed attempt as an 'error' event, too, and tries again.
  client.connect().catch(() => undefined);
  return { counters: redisCounters(client, keyPrefix), close: () => client.destroy() };
}
