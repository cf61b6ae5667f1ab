import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import { newId } from '#upstream/ids.ts';

export async function isModerator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('moderators')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The role's id; losing it waits for the end of the transaction. */
export async function holdModerator(trx: Trx, engine: Engine, userId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('moderators')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .$if(engine === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row?.id;
}

/** False where the person is one already. */
export async function addModerator(db: Db, userId: string, now: number): Promise<boolean> {
  const row = await db
    .insertInto('moderators')
    .values({ id: newId(now), user_id: userId, granted_at: now, removed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ granted_at: now, removed_at: null })
        .where('moderators.removed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False where the person was none. Counts at their next call. */
export async function removeModerator(db: Db, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderators')
    .set({ removed_at: now })
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function listModerators(db: Db) {
  return db
    .selectFrom('moderators')
    .innerJoin('users', 'users.id', 'moderators.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'moderators.granted_at'])
    .where('moderators.removed_at', 'is', null)
    .orderBy('moderators.granted_at')
    .execute();
}

/** For the account that is deleted: what it did stays in the log, under an id that leads to nobody. */
export async function forgetModerator(db: Db, userId: string, now: number): Promise<void> {
  await db.updateTable('moderators').set({ user_id: null, removed_at: now }).where('user_id', '=', userId).execute();
}
