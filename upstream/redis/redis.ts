import { createAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Trouble } from '#platform/log/trouble-log.ts';
import { createWriteProbe, keepAnswering } from './answering.ts';
import { redisCounters } from './redis-counters.ts';
import { createRedisPresence } from './redis-presence.ts';

const socket = { connectTimeout: 1000 };

/** The connection over which all upstreams with the same Redis and prefix share chat events, presence and the counters of budgets. */
export type Redis = ReturnType<typeof connectRedis>;

/**
 * Two connections, because a subscribed one can send no other commands. Both connect in the background, and again without
 * limit. Meanwhile presence and budgets are counted in this process, and messages that cannot be published are logged and
 * lost; clients refetch after a reconnect.
 */
export function connectRedis(url: string, prefix: string, log: Logger, trouble: Trouble) {
  // Commands fail at once while Redis is unreachable, instead of being queued without limit.
  const client = createClient({ url, disableOfflineQueue: true, socket });
  const subscriber = createClient({ url, socket });
  const ready = Promise.all(
    [client, subscriber].map((connection) => new Promise<void>((resolve) => connection.once('ready', resolve))),
  );
  let isAway = false;
  const noteAway: Trouble = (service, error) => {
    isAway = true;
    trouble(service, error);
  };
  const probe = createWriteProbe((key) => client.del(key), prefix);
  const connections = [
    keepAnswering(client, probe, noteAway),
    keepAnswering(subscriber, () => subscriber.ping(), trouble),
  ];
  client.on('ready', () => {
    if (isAway) log.info('Redis is back: chat and rate limits are shared again');
    isAway = false;
  });
  return {
    adapter: createAdapter(forAdapter(client, log), forAdapter(subscriber, log), { key: prefix }),
    presence: createRedisPresence(client, prefix, trouble),
    counters: redisCounters(client, `${prefix}:budget`),
    /** Whether both connections answer, and writes take effect. */
    isUp: () => connections.every(({ isUp }) => isUp()),
    /** Resolves when both are connected and every earlier subscription is in force, so that events of other instances arrive. */
    ready: async () => {
      await ready;
      await subscriber.ping();
    },
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}

const unawaited = ['publish', 'subscribe', 'pSubscribe', 'unsubscribe', 'pUnsubscribe'];

/** The Socket.IO adapter does not await these calls: a rejected one would end the process as an unhandled rejection. */
function forAdapter<Client extends object>(client: Client, log: Logger): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (typeof name !== 'string' || !unawaited.includes(name)) return value.bind(target);
      return async (...args: unknown[]) => {
        try {
          return await value.apply(target, args);
        } catch (error) {
          log.debug({ err: error, command: name }, 'other instances could not be told');
        }
      };
    },
  });
}
