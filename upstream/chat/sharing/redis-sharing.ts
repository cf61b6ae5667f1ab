import { createAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import type { Trouble } from '#platform/log/trouble-log.ts';
import { connectRedis } from './redis-connection.ts';
import { createRedisPresence } from './redis-presence.ts';
import type { Sharing } from './sharing.ts';

/** Instances with the same Redis and the same prefix share one chat. */
export function shareOverRedis(url: string, log: Logger, trouble: Trouble, prefix: string): Sharing {
  const redis = connectRedis(url, log, trouble, prefix);
  return {
    adapter: createAdapter(redis.publisher, redis.subscriber, { key: prefix }),
    presence: createRedisPresence(redis, prefix, trouble),
    isUp: redis.isUp,
    ready: redis.ready,
    close: redis.close,
  };
}
