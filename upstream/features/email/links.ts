import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { accountKey } from '#shared/account/account-key.ts';
import { day, hour } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { AccountTokenRow } from '#upstream/db/schema.ts';
import type { Deps } from '#upstream/deps.ts';
import { invalidFields } from '#upstream/http/api-error.ts';
import { newId } from '#upstream/ids.ts';
import { newToken, tokenHash } from '#upstream/secret/token.ts';
import { networkOfCaller } from '../auth/caller.ts';

/**
 * `change`: confirms a new address. `undo`: the old address takes the account back. `reset`: a new password. `return`: comes
 * back after leaving.
 */
export type TokenPurpose = 'verify' | 'change' | 'undo' | 'reset' | 'return';
export type AccountToken = AccountTokenRow;

/** How long each link works. */
export const tokenLifeMs: Readonly<Record<TokenPurpose, number>> = {
  verify: 7 * day,
  change: day,
  // Counted from the request for the change, which may be confirmed a day later.
  undo: 8 * day,
  reset: hour / 2,
  // Longer than any departure; it is deleted with that.
  return: 60 * day,
};

/**
 * How long a link may wait in the queue of mails before it is sent: as long as its mail. Nobody has the token until then, and
 * a code is void after some wrong ones.
 */
const waitsForMs = 25 * hour;

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
  /** Its life begins when the mail is sent, see `beginLink`. */
  fromMail?: boolean;
}

/** Stores a new token and returns it, for the mail. The database keeps its hash only. */
export async function issueToken(trx: Trx, token: NewToken, codeHash: string | null = null): Promise<string> {
  const value = newToken();
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
      expires_at: token.expiresAt ?? token.now + tokenLifeMs[token.purpose] + (token.fromMail ? waitsForMs : 0),
    })
    .execute();
  return value;
}

/** The purpose of a link; undefined where it is void: used, replaced or ended. */
async function validPurpose(db: Db, value: string, now: number): Promise<TokenPurpose | undefined> {
  const row = await db
    .selectFrom('account_tokens')
    .select('purpose')
    .where('token_hash', '=', tokenHash(value))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.purpose as TokenPurpose | undefined;
}

export async function isLinkValid(db: Db, value: string, now: number): Promise<boolean> {
  return (await validPurpose(db, value, now)) !== undefined;
}

/** Called after the mail with the link was sent, not before: an attempt that fails must not begin the life of the link. */
export async function beginLink(db: Db, value: string, now: number): Promise<void> {
  const purpose = await validPurpose(db, value, now);
  if (purpose === undefined) return;
  const expires_at = now + tokenLifeMs[purpose];
  await db.updateTable('account_tokens').set({ expires_at }).where('token_hash', '=', tokenHash(value)).execute();
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

/** Throws for a token that does not work, which counts for the caller's network. */
export async function requireValid<Found>(
  { limits }: Pick<Deps, 'limits'>,
  req: Request,
  find: () => Promise<Found | undefined>,
  refusal = spentLink,
): Promise<Found> {
  const taken = await limits.take('proof-address', networkOfCaller(req));
  const found = await find();
  if (found === undefined) throw refusal();
  await taken.giveBack();
  return found;
}

export function spentLink() {
  return invalidFields({ token: 'This link was used already, or its time is over.' });
}
