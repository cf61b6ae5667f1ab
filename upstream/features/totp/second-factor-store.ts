import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { SecondFactorRow } from '#upstream/db/schema.ts';

/** How long somebody has for the first code of their app. */
export const startedKeptMs = 15 * 60 * 1000;

/** Begins a second factor, in place of one that was begun before. False where one is on. */
export async function startSecondFactor(
  trx: Trx,
  { userId, sealed, now }: { userId: string; sealed: string; now: number },
): Promise<boolean> {
  const started = { sealed_secret: sealed, created_at: now };
  const result = await trx
    .insertInto('second_factors')
    .values({ user_id: userId, ...started, last_step: 0, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(started).where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The second factor that was begun and waits for its first code. */
export async function findStarted(db: Db, userId: string, now: number): Promise<SecondFactorRow | undefined> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', now - startedKeptMs)
    .executeTakeFirst();
}

export interface SecondFactor extends SecondFactorRow {
  confirmed_at: number;
}

/** The second factor that is on. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ confirmed_at: number }>()
    .executeTakeFirst();
}

/** Switches it on. False where it has been begun anew, or is on, since it was read. */
export async function switchOn(trx: Trx, row: SecondFactorRow, step: number, now: number): Promise<boolean> {
  const result = await trx
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', row.user_id)
    .where('sealed_secret', '=', row.sealed_secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Uses a code up. False where it, or a later one, has been used since it was read. */
export async function spendStep(trx: Trx, row: SecondFactorRow, step: number): Promise<boolean> {
  const result = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', row.user_id)
    .where('sealed_secret', '=', row.sealed_secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes it with its recovery codes. False where none was on. */
export async function deleteSecondFactor(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** For an account that is taken back: its own second factor stays, one from `since` on may be somebody else's. */
export async function deleteSecondFactorSince(trx: Trx, userId: string, since: number): Promise<void> {
  await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>=', since)]))
    .execute();
}

/** Replaces the recovery codes of a second factor that is on. False where none is. */
export async function storeRecoveryCodes(
  trx: Trx,
  engine: Engine,
  userId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const row = await trx
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    // Two calls at once take turns. SQLite has one writer at a time.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return false;
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
  return true;
}

export async function hasRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a code up, once. */
export async function spendRecoveryCode(trx: Trx, userId: string, hash: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
