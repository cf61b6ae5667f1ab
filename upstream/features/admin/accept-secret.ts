import type { Connection } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { writeFingerprint } from '#upstream/secret/prove-secret.ts';

/**
 * For a SECRET that is lost: lets the database be used with the one of today, and removes the push keys and subscriptions,
 * which nothing opens any more. Second factors stay: recovery codes and passkeys go on working.
 */
export async function acceptSecret({ db }: Connection, secret: string | undefined, now: number): Promise<string[]> {
  if (secret === undefined) throw new Error('accept-secret needs SECRET as the upstreams will have it.');
  const subscriptions = await transact(db, async (trx) => {
    await trx.deleteFrom('push_keys').execute();
    const { numDeletedRows } = await trx.deleteFrom('push_subscriptions').executeTakeFirstOrThrow();
    await writeFingerprint(trx, secret, now);
    return numDeletedRows;
  });
  return [
    `The database is used with this SECRET from now on. ${subscriptions} browsers no longer get push messages.`,
    'People with an authenticator app need a recovery code or a passkey, and then switch it off and on again.',
  ];
}
