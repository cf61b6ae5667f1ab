import type { Logger } from 'pino';
import { createClient } from 'redis';
import { createTroubleLog, type Trouble } from '#platform/log/trouble-log.ts';
import { createWriteProbe, keepAnswering } from '../redis/answering.ts';
import type { CounterMaker } from './counters.ts';
import { redisCounters } from './redis-counters.ts';

const longestRetryMs = 2000;

export interface RedisPlace {
  readonly url: string;
  /** Programs with the same Redis and the same `keyPrefix` count together. */
  readonly keyPrefix: string;
}

export interface Counting {
  readonly counters: CounterMaker;
  /** Whether Redis answers and takes writes; undefined without Redis. */
  readonly isUp?: () => boolean;
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
    socket: { connectTimeout: 1000, reconnectStrategy: (tries) => Math.min(tries * 100, longestRetryMs) },
  });
  let isAway = false;
  const tell: Trouble = (service, error) => {
    trouble(service, error);
    isAway = true;
  };
  const { isUp, close } = keepAnswering(
    client,
    createWriteProbe((key) => client.del(key), keyPrefix),
    tell,
  );
  client.on('ready', () => {
    if (isAway) log.info('Redis is back: rate limits are shared again');
    isAway = false;
  });
  return { counters: redisCounters(client, keyPrefix), isUp, close };
}
