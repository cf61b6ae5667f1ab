import type { Logger } from 'pino';
import type { ServerOptions } from 'socket.io';
import type { PresenceBook } from './presence-book.ts';

/** Lets several instances act as one chat: a Socket.IO adapter and shared presence. */
export interface Sharing {
  readonly adapter: NonNullable<ServerOptions['adapter']>;
  readonly presence: PresenceBook;
  /** Resolves once events of other instances arrive. */
  readonly ready: () => Promise<void>;
  readonly close: () => void;
}

/** Connects to `redisUrl`. Without one there is nothing to share, and the Redis client is not loaded. */
export async function openSharing(
  redisUrl: string | undefined,
  log: Logger,
  prefix = 'dotcode',
): Promise<Sharing | undefined> {
  if (redisUrl === undefined) return undefined;
  const { shareOverRedis } = await import('./redis-sharing.ts');
  return shareOverRedis(redisUrl, log, prefix);
}
