import { liveSessions } from '#upstream/features/auth/session-store.ts';
import type { ChatContext } from '../chat-socket.ts';
import { rooms } from '../place.ts';

/** How long a socket outlives a session that another program, `npm run admin`, has ended. */
const checkEveryMs = 10_000;
const batch = 500;

/**
 * Disconnects sockets when their session ends, on every instance. Sessions also expire, and a message through Redis can
 * be lost, so the sessions of all local sockets are checked from time to time too. Returns a function that stops both.
 */
export function closeEndedSockets({ io, deps: { db, events, log, now } }: ChatContext): () => void {
  const end = (room: string) => {
    io.in(room).emit('sessionEnded');
    io.in(room).disconnectSockets(true);
  };
  const stops = [
    events.on('sessionEnded', ({ sessionId }) => end(rooms.session(sessionId))),
    events.on('sessionReplaced', ({ sessionId }) => {
      io.in(rooms.session(sessionId)).disconnectSockets(true);
    }),
  ];
  const check = async () => {
    const inUse = [...new Set([...io.of('/').sockets.values()].map((socket) => socket.data.sessionId))];
    for (let start = 0; start < inUse.length; start += batch) {
      const some = inUse.slice(start, start + batch);
      const alive = new Set(await liveSessions(db, some, now()));
      for (const sessionId of some) if (!alive.has(sessionId)) end(rooms.session(sessionId));
    }
  };
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error }, 'sessions could not be looked up'));
  }, checkEveryMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}
