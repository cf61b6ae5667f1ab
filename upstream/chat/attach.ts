import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { apiPaths } from '#shared/paths.ts';
import type { Deps } from '../deps.ts';
import type { ChatBackend } from './backend.ts';
import { listen } from './chat-event.ts';
import type { ChatContext, ChatServer, ChatSocket } from './chat-socket.ts';
import { joinChat } from './events/join-chat.ts';
import { messagesRead } from './events/messages-read.ts';
import { presence } from './events/presence.ts';
import { sendMessage } from './events/send-message.ts';
import { typing } from './events/typing.ts';
import { createHandshake } from './handshake.ts';
import { createInOrder } from './in-order.ts';
import { tellNews } from './news.ts';
import { createLocalPresence } from './presence-book.ts';
import { rooms } from './rooms.ts';
import { isSameOrigin } from './same-origin.ts';
import { endSessions } from './session-end.ts';
import type { Sharing } from './sharing.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

export interface Chat {
  /** Resolves once other instances can be heard; at once when there are none. */
  ready: Promise<void>;
  /** Says goodbye to every socket and lets go of what it shares. The HTTP server stays as it is. */
  close: () => Promise<void>;
}

interface Rate {
  burst: number;
  perSecond: number;
}

export interface ChatOptions {
  /** Makes several instances one chat; without it this one is alone. */
  sharing?: Sharing | undefined;
  /** How many messages a person may send at once, and per second in the long run. */
  messageRate?: Rate;
  /** The same for events of all kinds, per socket. */
  eventRate?: Rate;
  /** For how long someone whose last socket is gone still counts as online: a reload is no absence. */
  offlineAfterMs?: number;
}

/** A socket that asks for more than this is a script. */
const defaultEventRate = { burst: 100, perSecond: 25 };
const defaultMessageRate = { burst: 30, perSecond: 5 };

/** Puts chat and live news on the upstream's HTTP server, at /socket.io. */
export function attachChat(server: HttpServer, deps: Deps, backend: ChatBackend, options: ChatOptions = {}): Chat {
  const { config, log } = deps;
  const { sharing, offlineAfterMs = 3000, messageRate = defaultMessageRate, eventRate = defaultEventRate } = options;
  const io: ChatServer = new Server({
    path: `/${apiPaths.socket}`,
    serveClient: false,
    // A message has 2,000 characters, four bytes each at most; presence asks for 500 people at once.
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    // Costs memory per socket and gains nothing on short texts.
    perMessageDeflate: false,
    allowRequest: (request: IncomingMessage, decide) => decide(null, isSameOrigin(request, config.allowedOrigins)),
    cors: { origin: [...config.allowedOrigins], credentials: true },
    ...(sharing && { adapter: sharing.adapter }),
  });
  const context: ChatContext = {
    io,
    backend,
    log,
    trouble: deps.trouble,
    inOrder: createInOrder(),
    presence: sharing?.presence ?? createLocalPresence(),
    messageBucket: createBuckets(io, messageRate),
  };
  io.use(createHandshake(backend, log));
  io.on('connection', (socket) => welcome(context, socket, offlineAfterMs, eventRate));
  const stopNews = tellNews(context, deps);
  const stopSessions = endSessions(context, deps);
  io.attach(server);

  const ready = sharing?.ready() ?? Promise.resolve();
  // Redis that never comes is told in the log; nobody need wait for it.
  ready.catch(() => undefined);

  return {
    ready,
    close: async () => {
      stopNews();
      stopSessions();
      io.disconnectSockets(true);
      await context.presence.close();
      await io.of('/').adapter.close();
      io.engine.close();
      sharing?.close();
    },
  };
}

function welcome(context: ChatContext, socket: ChatSocket, offlineAfterMs: number, eventRate: Rate): void {
  const { user, sessionId, invisible } = socket.data;
  // Synchronous with the in-memory rooms: no event can come between.
  socket.join([rooms.user(user._id), rooms.session(sessionId)]);
  const bucket = createTokenBucket(eventRate.burst, eventRate.perSecond);
  listen(context, socket, bucket, joinChat);
  listen(context, socket, bucket, sendMessage);
  listen(context, socket, bucket, typing);
  listen(context, socket, bucket, messagesRead);
  listen(context, socket, bucket, presence);
  socket.on('disconnect', () => {
    if (!invisible) setTimeout(changePresence, offlineAfterMs, context, user._id, false).unref();
  });
  if (!invisible) void changePresence(context, user._id, true);
  void dropIfEnded(context, socket);
}

async function changePresence(context: ChatContext, userId: string, online: boolean): Promise<void> {
  try {
    const changed = online ? await context.presence.arrive(userId) : await context.presence.leave(userId);
    if (changed) context.io.to(rooms.watch(userId)).emit('presence', { userId, online });
  } catch (error) {
    context.log.warn({ err: error }, 'presence could not be told');
  }
}

/** The session may have ended between the handshake and now, when the socket was in no room yet. */
async function dropIfEnded({ backend, log }: ChatContext, socket: ChatSocket): Promise<void> {
  try {
    const alive = await backend.aliveSessions([socket.data.sessionId]);
    if (alive.has(socket.data.sessionId)) return;
    socket.emit('sessionEnded');
    socket.disconnect(true);
  } catch (error) {
    log.warn({ err: error }, 'a session could not be looked up');
  }
}

/** A person's bucket lives as long as they have a socket here, so that reconnecting does not refill it at once. */
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
