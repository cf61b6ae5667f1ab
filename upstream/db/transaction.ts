import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Trx } from './connection.ts';
import { isConflict } from './faults.ts';

const attempts = 6;

/**
 * Runs `work` in a transaction, and repeats it after a serialization failure or a deadlock in PostgreSQL. `work` must
 * therefore have no effects outside the database.
 */
export async function transact<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
