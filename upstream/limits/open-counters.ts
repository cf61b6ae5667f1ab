import type { Logger } from 'pino';
import type { Trouble } from '#platform/log/trouble-log.ts';
import type { Counting } from '#upstream/limits/count-in-redis.ts';
import { memoryCounters } from '#upstream/limits/counters.ts';
import type { UpstreamConfig } from '../config.ts';

/** Counters in the Redis of the configuration; without one in this process. */
export async function openCounters(
  { redisUrl, redisPrefix }: Pick<UpstreamConfig, 'redisUrl' | 'redisPrefix'>,
  log: Logger,
  trouble: Trouble,
): Promise<Counting> {
  if (redisUrl === undefined) return { counters: memoryCounters, close: () => undefined };
  // Imported here, because an upstream without Redis does not need the client in memory.
  const { countInRedis } = await import('#upstream/limits/count-in-redis.ts');
  return countInRedis({ url: redisUrl, keyPrefix: `${redisPrefix}:budget` }, log, trouble);
}
