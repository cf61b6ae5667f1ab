import { day, minute } from '#shared/durations.ts';
import { limits } from '#shared/limits.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import { isStorageFault } from '#upstream/db/faults.ts';
import type { SessionRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import { newToken, tokenHash } from '#upstream/secret/token.ts';
import { shortAddress } from '../history/visit.ts';

/** A login beyond this number ends the sessions that were unused for longest. */
export const sessionsPerPerson = 200;

/** A session's last use is written at most this often, so that most reads cause no write. */
const touchEvery = 5 * minute;

/** When a session ends that is used now: the idle time from now, within its absolute life. */
export function endOf(createdAt: number, now: number): number {
  return Math.min(now + limits.sessionDays * day, createdAt + limits.sessionLifeDays * day);
}

export async function insertSession(
  db: Db,
  session: {
    userId: string;
    token: string;
    device: string;
    address?: string;
    passwordVersion: number;
    now: number;
    expiresAt: number;
  },
): Promise<string> {
  const id = newId(session.now);
  await db
    .insertInto('sessions')
    .values({
      id,
      token_hash: tokenHash(session.token),
      user_id: session.userId,
      device: session.device,
      address: session.address ?? '',
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
      password_version: session.passwordVersion,
    })
    .execute();
  return id;
}

/**
 * Whether the account still has this version of its password; if so, neither a change of the password nor a deletion
 * of the account can commit before the transaction ends.
 */
export async function holdPassword(
  trx: Trx,
  engine: Engine,
  userId: string,
  passwordVersion: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_version', '=', passwordVersion)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .$if(engine === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** As `holdPassword`, for a change that a session makes: it must not have ended since the call began. */
export async function holdSession(
  trx: Trx,
  engine: Engine,
  { userId, sessionId, passwordVersion }: { userId: string; sessionId: string; passwordVersion: number },
): Promise<boolean> {
  if (!(await holdPassword(trx, engine, userId, passwordVersion))) return false;
  const row = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    // Not shared: two changes that both go on to note their confirmation in the row would wait for each other.
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

/** When the owner logged in to this session, or last confirmed in it that it is them. */
export async function confirmedAt(db: Db, sessionId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at', 'confirmed_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row && Math.max(row.created_at, row.confirmed_at ?? 0);
}

export async function noteConfirmed(trx: Trx, sessionId: string, now: number): Promise<void> {
  await trx.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', sessionId).execute();
}

/** A session that has not ended, of an account that is not suspended. */
export async function findSession(db: Db, where: { token: string } | { id: string }, now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select('users.unverified_since')
    .where('sessions.expires_at', '>', now)
    .where('users.suspended_at', 'is', null)
    .whereRef('sessions.password_version', '=', 'users.password_version')
    .where('token' in where ? 'token_hash' : 'sessions.id', '=', 'token' in where ? tokenHash(where.token) : where.id)
    .executeTakeFirst();
}

export interface UsedSession {
  id: string;
  userId: string;
  /** The person's address waits to be confirmed. */
  isUnverified: boolean;
  /** When the cookie is to end from now on; once a day. */
  cookieEndsAt?: number;
}

/** The live session of a token, noting its use. `ip` is kept, shortened, as where it was used last. */
export async function resolveSession(
  db: Db,
  token: string,
  now: number,
  ip?: string,
): Promise<UsedSession | undefined> {
  const row = await findSession(db, { token }, now);
  if (row === undefined) return undefined;
  const used: UsedSession = { id: row.id, userId: row.user_id, isUnverified: row.unverified_since !== null };
  if (now - row.last_seen_at <= touchEvery) return used;
  const expiresAt = endOf(row.created_at, now);
  try {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: now, expires_at: expiresAt, ...(ip !== undefined && { address: shortAddress(ip) }) })
      .where('id', '=', row.id)
      .execute();
  } catch (error) {
    // A database that cannot be written at the moment still answers the call: a later one notes the use.
    if (isStorageFault(error)) return used;
    throw error;
  }
  const dayOf = (time: number) => Math.floor((time - row.created_at) / day);
  return dayOf(now) === dayOf(row.last_seen_at) ? used : { ...used, cookieEndsAt: expiresAt };
}

/** Filters session ids down to those that have not ended. */
export async function liveSessions(db: Db, ids: readonly string[], now: number): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Ends all sessions of a person, and makes a new one in the place of this one: a copy of its cookie opens nothing any more.
 * Returns the ids of the others that have ended, and the new cookie's value; undefined where the session has ended already.
 */
export async function replaceSessions(
  trx: Trx,
  { userId, sessionId, passwordVersion }: { userId: string; sessionId: string; passwordVersion: number },
  now: number,
): Promise<{ ended: string[]; token: string; expiresAt: number } | undefined> {
  const own = await trx.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst();
  if (own === undefined) return undefined;
  const ended = await deleteOtherSessions(trx, userId, null);
  const token = newToken();
  const expiresAt = endOf(own.created_at, now);
  await trx
    .insertInto('sessions')
    .values({
      ...own,
      id: newId(now),
      token_hash: tokenHash(token),
      password_version: passwordVersion,
      expires_at: expiresAt,
    })
    .execute();
  return { ended: ended.filter((id) => id !== sessionId), token, expiresAt };
}

/** Keeps a person's `keep` most recently used sessions. Returns the ids of the ended ones. */
export async function trimSessions(db: Db, userId: string, keep: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1_000_000)
        .offset(keep),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** A person's live sessions, most recently used first. */
export async function listSessions(
  db: Db,
  userId: string,
  now: number,
): Promise<Pick<SessionRow, 'id' | 'device' | 'address' | 'created_at' | 'last_seen_at'>[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sessionsPerPerson)
    .execute();
}

/** Ends a session of this person. False when there is no such live session. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends a person's sessions except `keepId`. Returns the ids of the ended ones. */
export async function deleteOtherSessions(db: Db, userId: string, keepId: string | null): Promise<string[]> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (keepId !== null) query = query.where('id', '<>', keepId);
  const rows = await query.returning('id').execute();
  return rows.map((row) => row.id);
}
