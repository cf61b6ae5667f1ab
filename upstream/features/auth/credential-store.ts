import type { Transaction } from 'kysely';
import { accountKey } from '#shared/account-key.ts';
import type { Db } from '#upstream/db/connect.ts';
import type { Database } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import { emptyProfile } from '../people/profile-store.ts';
import { indexPeople } from '../search/search-index.ts';

/** Returns the new person's id, or undefined when the address is taken. */
export async function insertUser(
  trx: Transaction<Database>,
  user: { firstName: string; lastName: string; emailId: string; passwordHash: string; now: number },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('users')
    .values({
      id: newId(user.now),
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.emailId,
      email_key: accountKey(user.emailId),
      password_hash: user.passwordHash,
      ...emptyProfile,
      created_at: user.now,
      updated_at: user.now,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await indexPeople(trx, [row.id]);
  return row?.id;
}

export async function findCredentials(
  db: Db,
  email: string,
): Promise<{ userId: string; passwordHash: string | null } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_key', '=', accountKey(email))
    .executeTakeFirst();
  return row && { userId: row.id, passwordHash: row.password_hash };
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Replaces a password hash if it is still the old one: of two changes at the same time, the first wins. */
export async function replacePasswordHash(
  db: Db,
  change: { userId: string; oldHash: string; newHash: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ password_hash: change.newHash, updated_at: change.now })
    .where('id', '=', change.userId)
    .where('password_hash', '=', change.oldHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
