import type { Db } from '#upstream/db/connection.ts';
import { seal, unsealWith } from '#upstream/mail/seal.ts';

/** Loaded when the first message is sent, or the keys are made: until then an upstream needs none of it. */
export async function loadWebPush(): Promise<typeof import('web-push')> {
  return (await import('web-push')).default;
}

/** The keys by which push services know this deployment, as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The id of the table's only row. */
const id = 1;

/**
 * The deployment's pair of keys, made on the first start. Instances that start together get the same one. The first of the
 * sealing keys seals, and each of them opens. Throws where none does: the pair is kept, because the subscriptions that were
 * made for it are lost with it.
 */
export async function vapidKeysOf(
  db: Db,
  sealingKeys: readonly [Buffer, ...Buffer[]],
  now: number,
): Promise<VapidKeys> {
  const before = await read(db, sealingKeys);
  if (before !== undefined) return before;
  const made: VapidKeys = (await loadWebPush()).generateVAPIDKeys();
  const sealed = seal(sealingKeys[0], made.privateKey);
  await db
    .insertInto('push_keys')
    .values({ id, public_key: made.publicKey, sealed_private_key: sealed, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const stored = await read(db, sealingKeys);
  if (stored === undefined) throw new Error('the keys for push messages were removed while they were made');
  return stored;
}

async function read(db: Db, sealingKeys: readonly Buffer[]): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom('push_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const privateKey = unsealWith(sealingKeys, row.sealed_private_key)?.value;
  if (typeof privateKey !== 'string')
    throw new Error('the keys for push messages were made with another SECRET: give every upstream the same one');
  return { publicKey: row.public_key, privateKey };
}
