import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { accountKey } from '#shared/account/account-key.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { AccountTokenRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import { newSessionToken, tokenHash } from '../auth/session-store.ts';

/**
 * `change`: confirms a new address. `undo`: the old address takes the account back. `reset`: a new password. `leave`: begins
 * to leave. `return`: comes back, by a mail; `return-now`: by a login.
 */
export type TokenPurpose = 'verify' | 'change' | 'undo' | 'reset' | 'leave' | 'return' | 'return-now';
export type AccountToken = Selectable<AccountTokenRow>;

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** How long each link works. */
export const tokenLifeMs: Readonly<Record<TokenPurpose, number>> = {
  verify: 7 * day,
  change: day,
  // Counted from the question, which may be confirmed a day later.
  undo: 8 * day,
  reset: hour / 2,
  leave: hour / 2,
  // Longer than any departure; it is deleted with that.
  return: 60 * day,
  'return-now': hour / 2,
};

/** A code is void after so many wrong ones. */
const mostWrongCodes = 5;

interface NewToken {
  userId: string;
  purpose: TokenPurpose;
  email: string;
  passwordVersion: number;
  now: number;
  /** For a token that stands for earlier ones: when the first was made, and when the last ends. */
  since?: number;
  expiresAt?: number;
}

/** Stores a new token and returns it, for the mail. The database keeps its hash only. */
export async function issueToken(trx: Trx, token: NewToken, codeHash: string | null = null): Promise<string> {
  const value = newSessionToken();
  await trx
    .insertInto('account_tokens')
    .values({
      id: newId(token.now),
      user_id: token.userId,
      purpose: token.purpose,
      token_hash: tokenHash(value),
      code_hash: codeHash,
      email: token.email,
      email_key: accountKey(token.email),
      password_version: token.passwordVersion,
      created_at: token.since ?? token.now,
      expires_at: token.expiresAt ?? token.now + tokenLifeMs[token.purpose],
    })
    .execute();
  return value;
}

export async function findToken(
  db: Db,
  value: string,
  purposes: readonly TokenPurpose[],
  now: number,
): Promise<AccountToken | undefined> {
  return db
    .selectFrom('account_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash(value))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Removes the token, so that it works once. False where another call was faster. */
export async function spendToken(trx: Trx, token: Pick<AccountToken, 'id'>): Promise<boolean> {
  const spent = await trx.deleteFrom('account_tokens').where('id', '=', token.id).executeTakeFirst();
  return spent.numDeletedRows > 0n;
}

export async function deleteTokens(trx: Trx, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  await trx.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute();
}

/** Removes the links that take the account back, and returns those that still worked. */
export async function takeUndoTokens(trx: Trx, userId: string, now: number): Promise<AccountToken[]> {
  const rows = await trx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'undo')
    .returningAll()
    .execute();
  return rows.filter(({ expires_at }) => expires_at > now);
}

/** For the account that is deleted. */
export async function deleteTokensOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('account_tokens').where('user_id', '=', userId).execute();
}

/** For the export of an account. */
export async function tokensOf(db: Db, userId: string): Promise<AccountToken[]> {
  return db.selectFrom('account_tokens').selectAll().where('user_id', '=', userId).orderBy('id').limit(1000).execute();
}

export async function deleteExpiredTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<=', now).execute();
}

/** Whether an account may still take this address back: nobody else gets it until then. */
export async function isAddressHeld(db: Db, key: string, now: number, exceptFor = ''): Promise<boolean> {
  const row = await db
    .selectFrom('account_tokens')
    .select('id')
    .where('email_key', '=', key)
    .where('purpose', '=', 'undo')
    .where('user_id', '<>', exceptFor)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Six digits are quickly tried out, so that the hash needs a key and names its account. */
export function codeHash(key: Buffer, userId: string, code: string): string {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('hex');
}

/** The confirmation that the code belongs to; a wrong code is counted. Only the newest mail's code works. */
export async function matchCode(
  trx: Trx,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<AccountToken | undefined> {
  const newest = await trx
    .selectFrom('account_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest?.code_hash || newest.wrong_codes >= mostWrongCodes) return undefined;
  if (timingSafeEqual(Buffer.from(newest.code_hash), Buffer.from(hash))) return newest;
  await trx
    .updateTable('account_tokens')
    .set((builder) => ({ wrong_codes: builder('wrong_codes', '+', 1) }))
    .where('id', '=', newest.id)
    .execute();
  return undefined;
}
