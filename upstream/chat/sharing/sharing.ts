import type { ServerOptions } from 'socket.io';
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
