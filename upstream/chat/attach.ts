import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { apiPaths } from '#shared/paths.ts';
import type { Deps } from '../deps.ts';
import { liveSessions } from '../features/auth/session-store.ts';
import { hasSpokenSince } from '../features/chat/chat-store.ts';
import { isNotifiedSince } from '../features/notifications/notification-store.ts';
import { preferencesOf } from '../features/preferences/preferences-store.ts';
import type { Redis } from '../redis/redis.ts';
import { createHandshake, isSameOrigin } from './admission/handshake.ts';
import { closeEndedSockets } from './admission/session-end.ts';
import { createTokenBucket, type TokenBucket } from './admission/token-bucket.ts';
import { listen } from './chat-event.ts';
import type { ChatContext, ChatServer, ChatSocket } from './chat-socket.ts';
import { joinChat } from './events/join-chat.ts';
import { messagesRead } from './events/messages-read.ts';
import { presence } from './events/presence.ts';
import { sendMessage } from './events/send-message.ts';
import { typing } from './events/typing.ts';
import { createInOrder } from './in-order.ts';
import { tellNews } from './news.ts';
import { rooms } from './place.ts';
import { createLocalPresence } from './presence-book.ts';
import { arrive, leave } from './presence-news.ts';

export interface Chat {
  /** Resolves once events of other instances arrive; at once for a single instance. */
  ready: Promise<void>;
  /** The number of open sockets. */
  sockets: () => number;
  /** Whether the person has a page open, at any instance. */
  isHere: (userId: string) => Promise<boolean>;
  /** Refuses new sockets and closes the open ones of this instance, so that their clients reconnect elsewhere. */
  closeSockets: () => void;
  /** Waits for the events under way, then leaves the shared presence. Call it when no HTTP call runs. */
  close: () => Promise<void>;
}

interface Rate {
  burst: number;
  perSecond: number;
}

export interface ChatOptions {
  /** Messages per person: allowed at once, and per second in the long run. */
  messageRate?: Rate;
  /** Events of all kinds per socket: allowed at once, and per second in the long run. */
  eventRate?: Rate;
  /**
   * How long a person counts as online after their last socket closed, so that a reload does not show as an absence.
   */
  offlineAfterMs?: number;
}

/** Far above what the client sends: a socket that reaches this limit is a script. */
const defaultEventRate = { burst: 100, perSecond: 25 };
/** The original client does not show that a message was refused, so sixty at once are stored, whatever their timing. */
const defaultMessageRate = { burst: 60, perSecond: 5 };

/**
 * Attaches chat and live notifications to the upstream's HTTP server, at /socket.io. Redis shares rooms and presence with
 * other instances; without it this instance is alone.
 */
export function attachChat(
  server: HttpServer,
  deps: Deps,
  redis: Pick<Redis, 'adapter' | 'presence' | 'ready'> | undefined,
  options: ChatOptions = {},
): Chat {
  const { config } = deps;
  const { offlineAfterMs = 3000, messageRate = defaultMessageRate, eventRate = defaultEventRate } = options;
  let closing = false;
  const io: ChatServer = new Server({
    path: `/${apiPaths.socket}`,
    serveClient: false,
    // The largest payloads: a message of 2,000 characters (at most four bytes each), and presence of 500 people.
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    // For a connection that says nothing of a session. It is asked here and not in `allowRequest`, whose refusal a browser
    // cannot read: the page would not learn that its session has ended.
    connectTimeout: 5000,
    // Compression costs memory per socket and saves nothing on short texts.
    perMessageDeflate: false,
    allowRequest: (request: IncomingMessage, decide) =>
      decide(null, !closing && isSameOrigin(request, config.allowedOrigins)),
    cors: { origin: [...config.allowedOrigins], credentials: true },
    ...(redis && { adapter: redis.adapter }),
  });
  const context: ChatContext = {
    io,
    deps,
    privacyOf: async (userId) => (await preferencesOf(deps.db, userId)).privacy,
    inOrder: createInOrder(),
    presence: redis?.presence ?? createLocalPresence(),
    messageBucket: createBuckets(io, messageRate),
    underWay: new Set(),
  };
  io.use(createHandshake(context));
  io.on('connection', (socket) => welcome(context, socket, offlineAfterMs, eventRate));
  const stopNews = tellNews(context);
  const stopSessions = closeEndedSockets(context);
  io.attach(server);

  const ready = redis?.ready() ?? Promise.resolve();
  // A Redis that cannot be reached is logged elsewhere; without this, the rejection would be unhandled.
  ready.catch(() => undefined);

  return {
    ready,
    sockets: () => io.engine.clientsCount,
    isHere: async (userId) => (await context.presence.onlineAmong([userId])).length > 0,
    closeSockets: () => {
      closing = true;
      // Never io.disconnectSockets(): Socket.IO's clients do not reconnect after it, and through Redis it would reach
      // the sockets of every other instance. A closed transport is a lost connection, after which they do.
      io.engine.close();
    },
    close: async () => {
      await Promise.allSettled(context.underWay);
      stopNews();
      stopSessions();
      await context.presence.close();
      await io.of('/').adapter.close();
    },
  };
}

function welcome(context: ChatContext, socket: ChatSocket, offlineAfterMs: number, eventRate: Rate): void {
  const { user, sessionId, showsPresence } = socket.data;
  // With the in-memory adapter `join` is synchronous, so no event can arrive before the socket is in its rooms.
  socket.join([rooms.user(user._id), rooms.session(sessionId)]);
  const bucket = createTokenBucket(eventRate.burst, eventRate.perSecond);
  listen(context, socket, bucket, joinChat);
  listen(context, socket, bucket, sendMessage);
  listen(context, socket, bucket, typing);
  listen(context, socket, bucket, messagesRead);
  listen(context, socket, bucket, presence);
  socket.on('disconnect', () => {
    const leaving = async () => {
      if (await leave(context, user._id, showsPresence)) context.deps.events.emit('left', { userId: user._id });
    };
    setTimeout(changePresence, offlineAfterMs, context, leaving).unref();
  });
  void changePresence(context, () => arrive(context, user._id, showsPresence));
  void dropIfEnded(context, socket);
  void tellMissed(context, socket);
}

async function changePresence(context: ChatContext, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    context.deps.trouble('Redis', error);
  }
}

/** The handshake was on its way for some time, in which its page's answers grew older. */
const handshakeMs = 2000;

/** Tells a new page about changes between its first calls and this connection. */
async function tellMissed({ deps: { db, log } }: ChatContext, socket: ChatSocket): Promise<void> {
  const { user, sinceMs } = socket.data;
  if (sinceMs === undefined) return;
  try {
    const since = Date.now() - sinceMs - handshakeMs;
    if ((await isNotifiedSince(db, user._id, since)) || (await hasSpokenSince(db, user._id, since)))
      socket.emit('missed');
  } catch (error) {
    log.warn({ err: error }, 'what a page missed could not be looked up');
  }
}

/** Disconnects a socket whose session ended between the handshake and `join`, when it was in no session room yet. */
async function dropIfEnded({ deps: { db, log, now } }: ChatContext, socket: ChatSocket): Promise<void> {
  try {
    if ((await liveSessions(db, [socket.data.sessionId], now())).length > 0) return;
    socket.emit('sessionEnded');
    socket.disconnect(true);
  } catch (error) {
    log.warn({ err: error }, 'a session could not be looked up');
  }
}

/** One bucket per person, kept as long as they have a socket here, so that reconnecting does not refill it. */
function createBuckets(io: ChatServer, rate: Rate): (userId: string) => TokenBucket {
  const buckets = new Map<string, TokenBucket>();
  const sweep = () => {
    for (const userId of buckets.keys()) if (!io.of('/').adapter.rooms.has(rooms.user(userId))) buckets.delete(userId);
  };
  return (userId) => {
    let bucket = buckets.get(userId);
    if (!bucket) {
      if (buckets.size >= 10_000) sweep();
      bucket = createTokenBucket(rate.burst, rate.perSecond);
      buckets.set(userId, bucket);
    }
    return bucket;
  };
}
