import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Privacy } from '#shared/api/account/preferences.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/api/events.ts';
import type { Deps } from '../deps.ts';
import type { ChatPerson } from '../features/people/people-store.ts';
import type { TokenBucket } from './admission/token-bucket.ts';
import type { InOrder } from './in-order.ts';
import type { PresenceBook } from './presence-book.ts';

export interface SocketData {
  user: ChatPerson;
  sessionId: string;
  /** At the handshake the person had not confirmed their address; asked again when they write. */
  isUnverified: boolean;
  /** At the handshake the person showed when they are online; asked again when that is told. */
  showsPresence: boolean;
  /** How old the page's oldest answer was at the handshake; undefined for a page that was connected before. */
  sinceMs: number | undefined;
  /** Ids of the people whose presence this socket watches. */
  watched: ReadonlySet<string>;
}

export type ChatServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type ChatSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** Passed to every event handler, beside the socket and its parsed payload. */
export interface ChatContext {
  io: ChatServer;
  deps: Deps;
  /** The person as chats show them. */
  privacyOf: (userId: string) => Promise<Privacy>;
  inOrder: InOrder;
  presence: PresenceBook;
  /** One bucket per person, shared by all their sockets. */
  messageBucket: (userId: string) => TokenBucket;
  /** Events that are not answered yet: a stopping instance waits for them, so that their news is still sent. */
  underWay: Set<Promise<unknown>>;
}
