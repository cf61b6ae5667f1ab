import type { Logger } from 'pino';
import type { SocketAuth } from '#shared/socket-events.ts';
import { ApiError, unauthenticated } from '../http/api-error.ts';
import type { ChatBackend } from './backend.ts';
import type { ChatSocket } from './chat-socket.ts';

type Next = (error?: Error & { data?: unknown }) => void;

/** Lets in whoever has a session, and notes who it is: no payload is ever asked. */
export function createHandshake(backend: ChatBackend, log: Logger) {
  return async (socket: ChatSocket, next: Next): Promise<void> => {
    try {
      const known = await backend.authenticate(socket.handshake.headers);
      if (!known) return next(refusal(unauthenticated()));
      const auth: SocketAuth = socket.handshake.auth;
      socket.data = {
        user: known.user,
        sessionId: known.sessionId,
        invisible: auth.invisible === true,
        watched: new Set(),
      };
      next();
    } catch (error) {
      log.error({ err: error }, 'a handshake failed');
      next(refusal(new ApiError('unavailable', 'Chat is not available now.')));
    }
  };
}

/** The client reads `data`, the body that every failed call answers. */
function refusal({ code, message }: ApiError): Error & { data: unknown } {
  return Object.assign(new Error(message), { data: { code, message } });
}
