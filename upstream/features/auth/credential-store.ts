import { accountKey } from '#shared/account/account-key.ts';
import { firstRunSteps } from '#shared/account/first-run.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { newId } from '#upstream/ids.ts';
import { emptyProfile } from '../people/profile-store.ts';
import { indexPeople } from '../search/search-index.ts';

/** Returns the new person's id, or undefined when the address is taken. */
export async function insertUser(
  trx: Trx,
  user: {
    firstName: string;
    lastName: string;
    emailId: string;
    passwordHash: string;
    /** Whether a mail is to confirm the address. */
    isUnverified: boolean;
    now: number;
  },
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
      first_run: firstRunSteps[0],
      created_at: user.now,
      updated_at: user.now,
      deleted_at: null,
      unverified_since: user.isUnverified ? user.now : null,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await indexPeople(trx, [row.id]);
  return row?.id;
}

export interface Credentials {
  userId: string;
  /** The name under which wrong passwords of the account are counted. */
  accountKey: string;
  /** Null where no password opens the account: it was deleted, or belongs to the sample network. */
  passwordHash: string | null;
  passwordVersion: number;
  isSample: boolean;
  /** The account has a suspension, which may be over: ask `isSuspended`. */
  suspension: { until: number | null; reason: string } | undefined;
  /** The address waits to be confirmed. */
  isUnverified: boolean;
  firstName: string;
  lastName: string;
  /** As typed; empty for a deleted account. */
  emailId: string;
}

export async function findCredentials(
  db: Db,
  where: { accountKey: string } | { userId: string },
): Promise<Credentials | undefined> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'email_key',
      'password_hash',
      'password_version',
      'is_sample',
      'suspended_at',
      'suspended_until',
      'suspended_reason',
      'unverified_since',
      'first_name',
      'last_name',
      'email',
    ])
    .where('userId' in where ? 'id' : 'email_key', '=', 'userId' in where ? where.userId : where.accountKey)
    .executeTakeFirst();
  return (
    row && {
      userId: row.id,
      accountKey: row.email_key ?? '',
      passwordHash: row.password_hash,
      passwordVersion: row.password_version,
      isSample: row.is_sample === 1,
      suspension: row.suspended_at === null ? undefined : { until: row.suspended_until, reason: row.suspended_reason },
      isUnverified: row.unverified_since !== null,
      firstName: row.first_name,
      lastName: row.last_name,
      emailId: row.email ?? '',
    }
  );
}

/** Replaces a password that still has this version: of two changes at the same time, the first wins. */
export async function replacePassword(
  trx: Trx,
  change: { userId: string; passwordVersion: number; newHash: string; now: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('users')
    .set({ password_hash: change.newHash, password_version: change.passwordVersion + 1, updated_at: change.now })
    .where('id', '=', change.userId)
    .where('password_version', '=', change.passwordVersion)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Replaces a hash by one of the same password, unless the password was changed meanwhile. Sessions stay. */
export async function renewHash(
  db: Db,
  { accountKey, hash, newHash }: { accountKey: string; hash: string; newHash: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('email_key', '=', accountKey)
    .where('password_hash', '=', hash)
    .execute();
}
