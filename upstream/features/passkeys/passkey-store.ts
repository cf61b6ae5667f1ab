import type { Passkey } from '#shared/api/account/passkeys.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { PasskeyRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import { iso, isoOrNull } from '#upstream/iso.ts';

export type NewPasskey = Pick<
  PasskeyRow,
  'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'
>;

/** Undefined where the authenticator's key is stored already. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey, now: number): Promise<PasskeyRow | undefined> {
  return trx
    .insertInto('passkeys')
    .values({ id: newId(now), ...passkey, created_at: now, last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A person's passkeys, oldest first; at most as many as the quota allows. */
export async function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function renamePasskey(
  db: Db,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the name of the one that was deleted. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Returns how many there were. */
export async function deletePasskeysOf(trx: Trx, userId: string): Promise<number> {
  const deleted = await trx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Notes a use, if nobody else used the passkey since it was read. */
export async function noteUse(trx: Trx, passkey: PasskeyRow, counter: number, now: number): Promise<boolean> {
  const result = await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False where the challenge has been used before. */
export async function claimChallenge(trx: Trx, challenge: string, expiresAt: number): Promise<boolean> {
  const result = await trx
    .insertInto('used_challenges')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    _id: row.id,
    name: row.name,
    createdAt: iso(row.created_at),
    lastUsedAt: isoOrNull(row.last_used_at),
  };
}
