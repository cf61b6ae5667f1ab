import type { Db } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { seal, unseal } from '#upstream/mail/seal.ts';
import { loadWebPush } from './load-web-push.ts';

/** By which push services know this deployment; both as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** There is one pair. */
const id = 1;

/**
 * The deployment's pair of keys, made on the first start. Instances that start together get the same one. Where SECRET has
 * changed, the old pair cannot be opened: a new one takes its place, and the subscriptions that were made for it go.
 */
export async function vapidKeysOf(db: Db, sealingKey: Buffer, now: number): Promise<VapidKeys> {
  const before = await read(db, sealingKey);
  if (before?.keys) return before.keys;
  const made: VapidKeys = (await loadWebPush()).generateVAPIDKeys();
  const row = { public_key: made.publicKey, sealed_private_key: seal(sealingKey, made.privateKey), created_at: now };
  if (before === undefined)
    await db
      .insertInto('push_keys')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  else
    await transact(db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('push_keys')
        .set(row)
        .where('public_key', '=', before.publicKey)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await trx.deleteFrom('push_subscriptions').execute();
    });
  const stored = await read(db, sealingKey);
  if (stored?.keys === undefined)
    throw new Error('the keys for push messages were made with another SECRET: give every upstream the same one');
  return stored.keys;
}

async function read(db: Db, sealingKey: Buffer): Promise<{ publicKey: string; keys?: VapidKeys } | undefined> {
  const row = await db.selectFrom('push_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const privateKey = unseal(sealingKey, row.sealed_private_key);
  const publicKey = row.public_key;
  return typeof privateKey === 'string' ? { publicKey, keys: { publicKey, privateKey } } : { publicKey };
}
