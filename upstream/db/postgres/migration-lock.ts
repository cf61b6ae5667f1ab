import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Trx } from '../connection.ts';

/** An advisory lock: an arbitrary number, the same in every instance. */
export const migrationLock = 7_777_001;

const askAgainAfterMs = 200;

/**
 * Waits until `tryLock` has taken the lock. A statement that waits for a lock keeps its snapshot, and an index that
 * another instance builds concurrently waits for every snapshot: both would wait for ever. So the lock is asked for
 * again and again, and nothing is held between.
 */
export async function takeInTurn(tryLock: () => Promise<boolean>): Promise<void> {
  while (!(await tryLock())) await sleep(askAgainAfterMs);
}

/** Until the end of the transaction. */
export function takeMigrationLock(trx: Trx): Promise<void> {
  return takeInTurn(async () => {
    const { rows } = await sql<{ is_taken: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(migrationLock)}) as is_taken`.execute(trx);
    return rows[0]?.is_taken === true;
  });
}
