import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Trouble } from '#platform/log/trouble-log.ts';
import { createWriteProbe, keepAnswering } from '#upstream/redis/answering.ts';

const socket = { connectTimeout: 1000 };

export type RedisConnection = ReturnType<typeof connectRedis>;

/**
 * Two Redis connections, because a subscribed connection can send no other commands. Both reconnect without limit.
 * Messages that cannot be published meanwhile are logged and lost; clients refetch after a reconnect.
 */
export function connectRedis(url: string, log: Logger, trouble: Trouble, prefix: string) {
  // Commands fail at once while Redis is unreachable, instead of being queued without limit.
  const client = createClient({ url, disableOfflineQueue: true, socket });
  const subscriber = createClient({ url, socket });
  const ready = Promise.all(
    [client, subscriber].map((connection) => new Promise<void>((resolve) => connection.once('ready', resolve))),
  );
  const connections = [
    keepAnswering(
      client,
      createWriteProbe((key) => client.del(key), prefix),
      trouble,
    ),
    keepAnswering(subscriber, () => subscriber.ping(), trouble),
  ];
  return {
    client,
    /** Whether both connections answer, and writes take effect. */
    isUp: () => connections.every(({ isUp }) => isUp()),
    subscriber: forAdapter(subscriber, log),
    publisher: forAdapter(client, log),
    /** Resolves when both are connected and every earlier subscription is in force. */
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
