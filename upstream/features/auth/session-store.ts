import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#upstream/db/connect.ts';
import type { SessionRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';

/** A login beyond this number ends the sessions that were unused for longest. */
export const sessionsPerPerson = 200;

export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token of 256 random bits needs neither a salt nor a slow hash. */
function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export async function insertSession(
  db: Db,
  session: { userId: string; token: string; device: string; now: number; expiresAt: number },
): Promise<string> {
  const id = newId(session.now);
  await db
    .insertInto('sessions')
    .values({
      id,
      token_hash: tokenHash(session.token),
      user_id: session.userId,
      device: session.device,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
  return id;
}

export type LiveSession = Pick<SessionRow, 'id' | 'user_id' | 'last_seen_at'>;

export async function findLiveSession(db: Db, token: string, now: number): Promise<LiveSession | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'last_seen_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
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

export async function touchSession(db: Db, id: string, now: number, expiresAt: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now, expires_at: expiresAt }).where('id', '=', id).execute();
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
export async function listSessions(db: Db, userId: string, now: number): Promise<Omit<SessionRow, 'token_hash'>[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'device', 'created_at', 'last_seen_at', 'expires_at'])
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
  return (await query.returning('id').execute()).map((row) => row.id);
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
