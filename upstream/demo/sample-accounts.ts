import type { Logger } from 'pino';
import type { Connection, Db } from '../db/connection.ts';
import { transact } from '../db/transaction.ts';
import { deletePicturesOf } from '../features/media/media-store.ts';

/** How many accounts one transaction removes: other writers wait for it. */
const batch = 200;

/** Ends the sessions of sample accounts, and tells the operator how to remove the accounts. */
export async function closeSamples({ db }: Connection, log: Logger): Promise<void> {
  const accounts = await countSamples(db);
  if (accounts === 0) return;
  await db
    .deleteFrom('sessions')
    .where('user_id', 'in', (users) => users.selectFrom('users').select('id').where('is_sample', '=', 1))
    .execute();
  log.warn(
    { accounts },
    'the database has sample accounts of development, which nobody can sign in to in production: remove them with `npm run admin -- remove-samples`',
  );
}

/** Removes the sample accounts with everything they wrote, also to others. Returns how many there were. */
export async function removeSamples({ db }: Connection): Promise<number> {
  for (let removed = 0; ; ) {
    const ids = await sampleIds(db);
    if (ids.length === 0) return removed;
    await transact(db, async (trx) => {
      await deletePicturesOf(trx, ids);
      // With the messages of both people. Rooms go with their projects.
      await trx
        .deleteFrom('conversations')
        .where('pair', 'is not', null)
        .where('id', 'in', (query) =>
          query.selectFrom('conversation_members').select('conversation_id').where('user_id', 'in', ids),
        )
        .execute();
      await trx.deleteFrom('users').where('id', 'in', ids).execute();
    });
    removed += ids.length;
  }
}

async function sampleIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('is_sample', '=', 1).limit(batch).execute();
  return rows.map((row) => row.id);
}

async function countSamples(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((count) => count.fn.countAll<number>().as('accounts'))
    .where('is_sample', '=', 1)
    .executeTakeFirstOrThrow();
  return row.accounts;
}
