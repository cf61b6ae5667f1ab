import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Db } from './connection.ts';
import type { Database } from './schema.ts';

const attempts = 6;
const retryable = new Set(['40001', '40P01']);

/**
 * Runs `work` in a transaction, and repeats it after a serialization failure or a deadlock in PostgreSQL. `work` must
 * therefore have no effects outside the database.
 */
export async function transact<Result>(db: Db, work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !retryable.has(codeOf(error))) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
