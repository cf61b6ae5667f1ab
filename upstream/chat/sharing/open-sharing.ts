import type { Logger } from 'pino';
import { createTroubleLog, type Trouble } from '#platform/log/trouble-log.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { Sharing } from './sharing.ts';

/** Connects to the Redis of the configuration. Without one, nothing is shared and no client library is loaded. */
export async function openSharing(
  { redisUrl, redisPrefix }: Pick<UpstreamConfig, 'redisUrl' | 'redisPrefix'>,
  log: Logger,
  trouble: Trouble = createTroubleLog(log),
): Promise<Sharing | undefined> {
  if (redisUrl === undefined) return undefined;
  const { shareOverRedis } = await import('./redis-sharing.ts');
  return shareOverRedis(redisUrl, log, trouble, redisPrefix);
}
