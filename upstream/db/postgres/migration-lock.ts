import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Trx } from '../connection.ts';

/** An advisory lock: an arbitrary number, the same in every instance. */
export const migrationLock = 7_777_001;

const askAgainAfterMs = 200;

/**
 * Waits until `take` returns something. An index that another instance builds concurrently waits for the end of every
 * transaction that was just running a statement, and that instance has the lock: both would wait for ever. So the lock is
 * asked for again and again, and `take` ends its transaction when it returns undefined.
 */
export async function takeInTurn<Taken>(take: () => Promise<Taken | undefined>): Promise<Taken> {
  for (;;) {
    const taken = await take();
    if (taken !== undefined) return taken;
    await sleep(askAgainAfterMs);
  }
}

/** Runs `work` in a transaction that holds the lock. */
export async function transactInTurn<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  // Between its statements such a transaction has no snapshot, for which an index of its own would wait.
  const transaction = db.transaction().setIsolationLevel('read committed');
  const { result } = await takeInTurn(() =>
    transaction.execute(async (trx) => {
      const { rows } = await sql<{ is_taken: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(migrationLock)}) as is_taken`.execute(trx);
      return rows[0]?.is_taken === true ? { result: await work(trx) } : undefined;
    }),
  );
  return result;
}
