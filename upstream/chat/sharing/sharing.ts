import type { Logger } from 'pino';
import type { ServerOptions } from 'socket.io';
import { createTroubleLog, type Trouble } from '#platform/log/trouble-log.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { PresenceBook } from './presence-book.ts';

/** Lets several instances act as one chat: a Socket.IO adapter and shared presence. */
export interface Sharing {
  readonly adapter: NonNullable<ServerOptions['adapter']>;
  readonly presence: PresenceBook;
  /** Whether Redis is connected at the moment. */
  readonly isUp: () => boolean;
  /** Resolves once events of other instances arrive. */
  readonly ready: () => Promise<void>;
  readonly close: () => void;
}

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
