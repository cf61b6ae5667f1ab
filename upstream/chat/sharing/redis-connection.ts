import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Trouble } from '#runtime/log/trouble-log.ts';

export type RedisConnection = ReturnType<typeof connectRedis>;

/**
 * Two Redis connections, because a subscribed connection can send no other commands. Both reconnect without limit.
 * Messages that cannot be published meanwhile are logged and lost; clients refetch after a reconnect.
 */
export function connectRedis(url: string, log: Logger, trouble: Trouble) {
  // Commands fail at once while Redis is unreachable, instead of being queued without limit.
  const client = createClient({ url, disableOfflineQueue: true });
  const subscriber = createClient({ url });
  const connections = [client, subscriber];
  for (const connection of connections) connection.on('error', (error: unknown) => trouble('Redis', error));
  const connected = Promise.all(connections.map((connection) => connection.connect()));
  connected.catch((error: unknown) => trouble('Redis', error));
  return {
    client,
    /** Whether both connections are ready. */
    isUp: () => connections.every((connection) => connection.isReady),
    subscriber: forAdapter(subscriber, log),
    publisher: forAdapter(client, log),
    /** Resolves when both are connected and every earlier subscription is in force. */
    ready: async () => {
      await connected;
      await subscriber.ping();
    },
    close: () => {
      for (const connection of connections) connection.destroy();
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
