import type { Logger } from 'pino';
import { createClient } from 'redis';

export type RedisConnection = ReturnType<typeof connectRedis>;

/**
 * Two connections to Redis, because one that listens may do nothing else. Both reconnect by themselves, for as long as
 * it takes; what cannot be published meanwhile is logged and lost, which clients mend by fetching when they come back.
 */
export function connectRedis(url: string, log: Logger) {
  // Whoever asks while Redis is away gets an error at once instead of an answer some day.
  const client = createClient({ url, disableOfflineQueue: true });
  const subscriber = createClient({ url });
  const connections = [client, subscriber];
  for (const connection of connections)
    connection.on('error', (error: unknown) => log.warn({ err: error }, 'Redis does not answer'));
  const connected = Promise.all(connections.map((connection) => connection.connect()));
  connected.catch((error: unknown) => log.error({ err: error }, 'Redis cannot be used'));
  return {
    client,
    subscriber: forAdapter(subscriber, log),
    publisher: forAdapter(client, log),
    /** Both are connected, and what was subscribed to before this call is in force. */
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

/** The adapter does not wait for these: a refused one would end the process as an unhandled rejection. */
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
