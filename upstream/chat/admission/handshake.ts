import type { IncomingMessage } from 'node:http';
import type { SocketAuth } from '#shared/api/events.ts';
import { isRestricted, sessionFromCookie } from '#upstream/features/auth/session.ts';
import { chatPerson } from '#upstream/features/people/people-store.ts';
import { ApiError, unauthenticated } from '#upstream/http/api-error.ts';
import type { ChatContext, ChatSocket } from '../chat-socket.ts';

type Next = (error?: Error & { data?: unknown }) => void;

/** Authenticates the handshake by its session cookie. Ids in payloads are never trusted. */
export function createHandshake({ deps, privacyOf }: ChatContext) {
  return async (socket: ChatSocket, next: Next): Promise<void> => {
    try {
      const session = await sessionFromCookie(deps, socket.handshake.headers.cookie);
      const user = session && (await chatPerson(deps.db, session.userId, session.userId));
      if (!session || !user) {
        next(refusal(unauthenticated()));
        // Sends the refusal first. A stranger must not keep the connection for Socket.IO's connectTimeout.
        setImmediate(() => socket.conn.close());
        return;
      }
      const { presence } = await privacyOf(user._id);
      const auth: SocketAuth = socket.handshake.auth;
      socket.data = {
        user,
        sessionId: session.id,
        isUnverified: isRestricted(deps, session),
        showsPresence: presence,
        sinceMs: Number.isFinite(auth.sinceMs) ? Number(auth.sinceMs) : undefined,
        watched: new Set(),
      };
      next();
    } catch (error) {
      deps.log.error({ err: error }, 'a handshake failed');
      next(refusal(new ApiError('unavailable', 'Chat is not available now.')));
    }
  };
}

/** Socket.IO sends `data` to the client: the same body as every failed HTTP call. */
function refusal({ code, message }: ApiError): Error & { data: unknown } {
  return Object.assign(new Error(message), { data: { code, message } });
}

/**
 * Whether a handshake comes from a page of this site or from a client without an Origin header. The gateway checks this
 * too and forwards the Host that the browser used; this check protects an upstream that is reached directly.
 */
export function isSameOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const forwarded = request.headers['x-forwarded-host'];
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? request.headers.host;
  if (host === undefined || !URL.canParse(origin)) return false;
  const { host: originHost, protocol } = new URL(origin);
  // `URL` drops a default port, and which port is the default depends on the scheme.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}
