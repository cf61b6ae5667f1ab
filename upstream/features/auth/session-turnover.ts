import { createHmac, randomBytes } from 'node:crypto';
import { day, minute } from '#shared/durations.ts';
import { limits } from '#shared/limits.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { isStorageFault } from '#upstream/db/storage-fault.ts';
import { transact } from '#upstream/db/transaction.ts';
import { newId } from '#upstream/ids.ts';
import { shortAddress } from '../history/visit.ts';
import { findSessionRow, newSessionToken, tokenHash } from './session-store.ts';

/** A session's last use is written at most this often, so that most reads cause no write. */
const touchEvery = 5 * minute;
/** How long a replaced token stays valid after the first use of its successor, for calls that were under way. */
const grace = minute;

type SessionState = NonNullable<Awaited<ReturnType<typeof findSessionRow>>>;

/** A call with a token. */
interface Use {
  token: string;
  now: number;
  ip: string | undefined;
}

export interface UsedSession {
  id: string;
  userId: string;
  /** The person's address waits to be confirmed. */
  isUnverified: boolean;
  /** A new cookie for the client, where its token is to be replaced. */
  cookie?: { token: string; expiresAt: number };
}

/**
 * The live session of a token, noting its use. A token is replaced after a day. The old one moves to a row of its own
 * and stays valid until the new one is used, because the reply with the new one may be lost; every reply until then
 * carries the same new token, which is derived from the old one. `ip` is kept, shortened, as where it was used last.
 */
export async function resolveSession(
  db: Db,
  token: string,
  now: number,
  ip?: string,
): Promise<UsedSession | undefined> {
  const row = await findSessionRow(db, { token }, now);
  if (!row) return undefined;
  const session = row.successor_id === null ? row : await findSessionRow(db, { id: row.successor_id }, now);
  if (!session) return undefined;
  const used: UsedSession = {
    id: session.id,
    userId: session.user_id,
    isUnverified: session.unverified_since !== null,
  };
  try {
    const next =
      session === row
        ? await fromCurrent(db, row, { token, now, ip })
        : await fromReplaced(db, { row, session, token, now, ip });
    return next === undefined ? used : { ...used, cookie: { token: next, expiresAt: endOf(session.created_at, now) } };
  } catch (error) {
    // A database that cannot be written at the moment still answers the call: a later one notes the use.
    if (isStorageFault(error)) return used;
    throw error;
  }
}

/** When a session ends that is used now: the idle time from now, within its absolute life. */
export function endOf(createdAt: number, now: number): number {
  return Math.min(now + limits.sessionDays * day, createdAt + limits.sessionLifeDays * day);
}

/** Replaces the token of a session with one that cannot be derived from the old one. Returns the cookie's new value. */
export async function replaceToken(
  trx: Trx,
  sessionId: string,
  now: number,
): Promise<{ token: string; expiresAt: number } | undefined> {
  const row = await trx.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst();
  if (!row) return undefined;
  const token = newSessionToken();
  await replace(trx, row, token, null, now);
  return { token, expiresAt: endOf(row.created_at, now) };
}

async function fromCurrent(db: Db, row: SessionState, use: Use): Promise<string | undefined> {
  const { token, now, ip } = use;
  if (row.token_used === 0) await noteFirstUse(db, row.id, now);
  if (now - (row.issued_at ?? row.created_at) < day) {
    await touch(db, row, use);
    return undefined;
  }
  const nonce = randomBytes(16).toString('base64url');
  const next = successorOf(token, nonce);
  if (await transact(db, (trx) => replace(trx, row, next, nonce, now))) return next;
  // A parallel call has replaced the token.
  const replaced = await findSessionRow(db, { token }, now);
  const session = replaced?.successor_id ? await findSessionRow(db, { id: replaced.successor_id }, now) : undefined;
  return replaced && session && fromReplaced(db, { row: replaced, session, token, now, ip });
}

async function replace(
  trx: Trx,
  row: Omit<SessionState, 'unverified_since'>,
  next: string,
  nonce: string | null,
  now: number,
): Promise<boolean> {
  const updated = await trx
    .updateTable('sessions')
    .set({
      token_hash: tokenHash(next),
      issued_at: now,
      token_used: 0,
      last_seen_at: now,
      expires_at: endOf(row.created_at, now),
    })
    .where('id', '=', row.id)
    .where('token_hash', '=', row.token_hash)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return false;
  await trx
    .insertInto('sessions')
    .values({
      id: newId(now),
      token_hash: row.token_hash,
      user_id: row.user_id,
      device: row.device,
      created_at: row.created_at,
      last_seen_at: now,
      expires_at: row.created_at + limits.sessionLifeDays * day,
      password_version: row.password_version,
      issued_at: row.issued_at,
      successor_id: row.id,
      nonce,
    })
    .execute();
  return true;
}

/** A call with a token that was replaced: its row, and the session that the token belongs to. */
interface Replaced extends Use {
  row: SessionState;
  session: SessionState;
}

async function fromReplaced(db: Db, replaced: Replaced): Promise<string | undefined> {
  const { row, session, token } = replaced;
  await touch(db, session, replaced);
  if (session.token_used === 1) return undefined;
  if (row.nonce === null) return replaceUnseen(db, replaced);
  const next = successorOf(token, row.nonce);
  // Where the session's token was replaced in another way meanwhile, this one leads nowhere.
  return tokenHash(next) === session.token_hash ? next : undefined;
}

/**
 * After a change of the password, the old token does not lead to the new one, which a thief of the old one would
 * otherwise get. Only a client that has not used the new one for a minute, because its reply was lost, gets another.
 */
async function replaceUnseen(db: Db, { row, session, token, now }: Replaced): Promise<string | undefined> {
  if (now - (session.issued_at ?? 0) < grace) return undefined;
  const nonce = randomBytes(16).toString('base64url');
  const next = successorOf(token, nonce);
  return transact(db, async (trx) => {
    const updated = await trx
      .updateTable('sessions')
      .set({ token_hash: tokenHash(next), issued_at: now })
      .where('id', '=', session.id)
      .where('token_hash', '=', session.token_hash)
      .where('token_used', '=', 0)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) return undefined;
    await trx.updateTable('sessions').set({ nonce }).where('id', '=', row.id).execute();
    return next;
  });
}

async function noteFirstUse(db: Db, sessionId: string, now: number): Promise<void> {
  await transact(db, async (trx) => {
    const end = now + grace;
    await trx.updateTable('sessions').set({ token_used: 1 }).where('id', '=', sessionId).execute();
    await trx
      .updateTable('sessions')
      .set({ expires_at: end })
      .where('successor_id', '=', sessionId)
      .where('expires_at', '>', end)
      .execute();
  });
}

async function touch(db: Db, session: SessionState, { now, ip }: Pick<Use, 'now' | 'ip'>): Promise<void> {
  if (now - session.last_seen_at <= touchEvery) return;
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: now,
      expires_at: endOf(session.created_at, now),
      ...(ip !== undefined && { address: shortAddress(ip) }),
    })
    .where('id', '=', session.id)
    .execute();
}

/** Only a holder of the old token can compute the new one: the database has the nonce and the hashes of both. */
function successorOf(token: string, nonce: string): string {
  return createHmac('sha256', token).update(nonce).digest('base64url');
}
