import type { CookieOptions, Request, Response } from 'express';
import { limits } from '#shared/limits.ts';
import { isStorageFault } from '#upstream/db/storage-fault.ts';
import type { Deps } from '#upstream/deps.ts';
import { unauthenticated } from '#upstream/http/api-error.ts';
import type { Authenticate } from '#upstream/http/mount.ts';
import { deviceName } from './device-name.ts';
import {
  findLiveSession,
  insertSession,
  type LiveSession,
  newSessionToken,
  sessionsPerPerson,
  touchSession,
  trimSessions,
} from './session-store.ts';

const lifetime = limits.sessionDays * 24 * 60 * 60 * 1000;
/** A session's last use is written at most this often, so that most reads cause no write. */
const touchEvery = 5 * 60 * 1000;

/** Creates a session and sets its cookie on the response. */
export async function startSession(deps: Deps, userId: string, req: Request, res: Response): Promise<void> {
  const now = deps.now();
  const token = newSessionToken();
  await insertSession(deps.db, {
    userId,
    token,
    device: deviceName(req.get('user-agent')),
    now,
    expiresAt: now + lifetime,
  });
  for (const sessionId of await trimSessions(deps.db, userId, sessionsPerPerson))
    deps.events.emit('sessionEnded', { sessionId, userId });
  res.cookie(deps.config.sessionCookie, token, { ...cookieOptions(req), maxAge: lifetime });
}

/**
 * Returns the caller's session or throws a 401. Extends the session's and the cookie's expiry at most every
 * `touchEvery`.
 */
export function createAuthenticate(deps: Deps): Authenticate {
  return async (req, res) => {
    const token = sessionToken(req.headers.cookie, deps.config.sessionCookie);
    const session = token === undefined ? undefined : await findSession(deps, token);
    if (session === undefined || token === undefined) throw unauthenticated();
    if (deps.now() - session.last_seen_at > touchEvery) {
      await touchUnlessReadOnly(deps, session.id);
      res.cookie(deps.config.sessionCookie, token, { ...cookieOptions(req), maxAge: lifetime });
    }
    return { userId: session.user_id, sessionId: session.id };
  };
}

/** A database that cannot be written at the moment still answers the call: the session is extended by a later one. */
async function touchUnlessReadOnly(deps: Deps, sessionId: string): Promise<void> {
  try {
    await touchSession(deps.db, sessionId, deps.now(), deps.now() + lifetime);
  } catch (error) {
    if (!isStorageFault(error)) throw error;
  }
}

/** The live session named by a Cookie header, for callers without an HTTP route: the chat handshake. */
export async function sessionFromCookie(
  deps: Deps,
  cookieHeader: string | undefined,
): Promise<LiveSession | undefined> {
  const token = sessionToken(cookieHeader, deps.config.sessionCookie);
  return token === undefined ? undefined : findSession(deps, token);
}

function findSession(deps: Deps, token: string): Promise<LiveSession | undefined> {
  return findLiveSession(deps.db, token, deps.now());
}

export function expireCookie(deps: Deps, req: Request, res: Response): void {
  res.clearCookie(deps.config.sessionCookie, cookieOptions(req));
}

/** `secure` when the browser used https, as far as Express trusts the peer's X-Forwarded-Proto. */
function cookieOptions(req: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: req.secure };
}

/** The first well-formed value of the session cookie in a Cookie header. */
function sessionToken(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    if (/^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}
