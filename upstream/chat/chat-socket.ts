import type { Logger } from 'pino';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socket-events.ts';
import type { Trouble } from '../trouble-log.ts';
import type { ChatBackend, ChatPerson } from './backend.ts';
import type { InOrder } from './in-order.ts';
import type { PresenceBook } from './presence-book.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface SocketData {
  user: ChatPerson;
  sessionId: string;
  /** Neither shown as online nor told who is. */
  invisible: boolean;
  /** Whose presence this socket asked for. */
  watched: ReadonlySet<string>;
}

export type ChatServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type ChatSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** What every event handler gets beside the socket and its parsed payload. */
export interface ChatContext {
  io: ChatServer;
  backend: ChatBackend;
  log: Logger;
  trouble: Trouble;
  inOrder: InOrder;
  presence: PresenceBook;
  /** One bucket per person, whatever the number of their sockets. */
  messageBucket: (userId: string) => TokenBucket;
}
