import type { Logger } from 'pino';
import type { SocketAuth } from '#shared/api/events.ts';
import { ApiError, unauthenticated } from '#upstream/http/api-error.ts';
import type { ChatBackend } from '../backend/backend.ts';
import type { ChatSocket } from '../chat-socket.ts';

type Next = (error?: Error & { data?: unknown }) => void;

/** Authenticates the handshake by its session cookie. Ids in payloads are never trusted. */
export function createHandshake(backend: ChatBackend, log: Logger) {
  return async (socket: ChatSocket, next: Next): Promise<void> => {
    try {
      const known = await backend.authenticate(socket.handshake.headers);
      if (!known) return next(refusal(unauthenticated()));
      const { presence } = await backend.privacy(known.user._id);
      const auth: SocketAuth = socket.handshake.auth;
      socket.data = {
        user: known.user,
        sessionId: known.sessionId,
        isUnverified: known.isUnverified,
        invisible: auth.invisible === true,
        showsPresence: presence,
        sinceMs: Number.isFinite(auth.sinceMs) ? Number(auth.sinceMs) : undefined,
        watched: new Set(),
      };
      next();
    } catch (error) {
      log.error({ err: error }, 'a handshake failed');
      next(refusal(new ApiError('unavailable', 'Chat is not available now.')));
    }
  };
}

/** Socket.IO sends `data` to the client: the same body as every failed HTTP call. */
function refusal({ code, message }: ApiError): Error & { data: unknown } {
  return Object.assign(new Error(message), { data: { code, message } });
}
