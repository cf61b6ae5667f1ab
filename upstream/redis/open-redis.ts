import type { Logger } from 'pino';
import type { Trouble } from '#platform/log/trouble-log.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { Redis } from './redis.ts';

/** Connects to the Redis of the configuration. Without one, nothing is shared and no client library is loaded. */
export async function openRedis(
  { redisUrl, redisPrefix }: Pick<UpstreamConfig, 'redisUrl' | 'redisPrefix'>,
  log: Logger,
  trouble: Trouble,
): Promise<Redis | undefined> {
  if (redisUrl === undefined) return undefined;
  const { connectRedis } = await import('./redis.ts');
  return connectRedis(redisUrl, redisPrefix, log, trouble);
}
