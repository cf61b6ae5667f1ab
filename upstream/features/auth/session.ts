import type { CookieOptions, Request, Response } from 'express';
import { cookiesIn } from '#platform/cookies.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { unauthenticated } from '#upstream/http/api-error.ts';
import type { Authenticate } from '#upstream/http/mount.ts';
import { newToken } from '#upstream/secret/token.ts';
import { noteEvent } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import {
  endOf,
  holdPassword,
  holdSession,
  insertSession,
  resolveSession,
  sessionsPerPerson,
  trimSessions,
  type UsedSession,
} from './session-store.ts';

export interface SessionCookie {
  token: string;
  expiresAt: number;
}

/**
 * Creates a session for an account whose password still has this version, and sets its cookie on the response. False
 * where the password has been changed, or the account deleted, since the password was checked. `alsoDo` is part of the
 * same transaction.
 */
export async function startSession(
  deps: Deps,
  account: { userId: string; passwordVersion: number },
  req: Request,
  res: Response,
  alsoDo: (trx: Trx) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const cookie = await transact(deps.db, async (trx) => {
    if (!(await holdPassword(trx, deps.engine, account.userId, account.passwordVersion))) return undefined;
    await alsoDo(trx);
    return createSession(trx, { ...account, kind: 'signed-in' }, req, deps.now());
  });
  if (!cookie) return false;
  setSessionCookie(deps, cookie, req, res);
  tellEnded(deps, account.userId, await trimSessions(deps.db, account.userId, sessionsPerPerson));
  return true;
}

/** After the commit: the sockets of these sessions close. */
export function tellEnded({ events }: Pick<Deps, 'events'>, userId: string, sessionIds: readonly string[]): void {
  for (const sessionId of sessionIds) events.emit('sessionEnded', { sessionId, userId });
}

/**
 * Runs a change that a session makes: in its transaction the session goes on, and the account keeps the password that was
 * checked. Throws a 401 where one has ended since.
 */
export function transactAsOwner<Result>(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  account: { userId: string; passwordVersion: number },
  sessionId: string,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return transact(db, async (trx) => {
    if (!(await holdSession(trx, engine, { ...account, sessionId }))) throw unauthenticated();
    return work(trx);
  });
}

/** For a transaction in which the account is certain: that of the sign-up. Notes it in the account's history. */
export async function createSession(
  trx: Trx,
  { kind, ...account }: { userId: string; passwordVersion: number; kind: 'signed-up' | 'signed-in' },
  req: Request,
  now: number,
): Promise<SessionCookie> {
  const token = newToken();
  const expiresAt = endOf(now, now);
  const visit = visitOf(req);
  await insertSession(trx, { ...account, ...visit, token, now, expiresAt });
  await noteEvent(trx, { userId: account.userId, kind, visit, now });
  return { token, expiresAt };
}

/** Returns the caller's session or throws a 401. Once a day the reply lets the cookie live longer. */
export function createAuthenticate(deps: Deps): Authenticate {
  return async (req, res) => {
    const token = sessionToken(req.headers.cookie, deps.config.sessionCookie);
    const session = token === undefined ? undefined : await resolveSession(deps.db, token, deps.now(), req.ip);
    if (token === undefined || session === undefined) throw unauthenticated();
    const { cookieEndsAt: expiresAt } = session;
    if (expiresAt !== undefined) setSessionCookie(deps, { token, expiresAt }, req, res);
    return { userId: session.userId, sessionId: session.id, isUnverified: isRestricted(deps, session) };
  };
}

/** Whether the person may only look: with mail set up, until they confirm their address. Files of mails restrict nobody. */
export function isRestricted(
  { mail }: Pick<Deps, 'mail'>,
  { isUnverified }: Pick<UsedSession, 'isUnverified'>,
): boolean {
  return isUnverified && mail.mode === 'smtp';
}

/** The live session named by a Cookie header, also for callers that cannot set a cookie: the chat handshake. */
export async function sessionFromCookie(
  deps: Deps,
  cookieHeader: string | undefined,
): Promise<UsedSession | undefined> {
  const token = sessionToken(cookieHeader, deps.config.sessionCookie);
  return token === undefined ? undefined : resolveSession(deps.db, token, deps.now());
}

export function setSessionCookie(deps: Deps, cookie: SessionCookie, req: Request, res: Response): void {
  const maxAge = Math.ceil((cookie.expiresAt - deps.now()) / 1000) * 1000;
  res.cookie(deps.config.sessionCookie, cookie.token, { ...cookieOptions(req), maxAge });
}

export function expireCookie(deps: Deps, req: Request, res: Response): void {
  res.clearCookie(deps.config.sessionCookie, cookieOptions(req));
}

/** `secure` when the browser used https, as far as Express trusts the peer's X-Forwarded-Proto. */
function cookieOptions(req: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: req.secure };
}

/** Undefined without a session cookie that is well-formed. */
function sessionToken(header: string | undefined, name: string): string | undefined {
  const token = cookiesIn(header)[name];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}
