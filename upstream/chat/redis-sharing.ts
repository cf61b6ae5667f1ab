import { createAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import { connectRedis } from './redis-connection.ts';
import { createRedisPresence } from './redis-presence.ts';
import type { Sharing } from './sharing.ts';

/** Instances with the same Redis and the same prefix share one chat. */
export function shareOverRedis(url: string, log: Logger, prefix: string): Sharing {
  const redis = connectRedis(url, log);
  return {
    adapter: createAdapter(redis.publisher, redis.subscriber, { key: prefix }),
    presence: createRedisPresence(redis, prefix, log),
    ready: redis.ready,
    close: redis.close,
  };
}
