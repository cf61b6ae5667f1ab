import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { unauthenticated } from '#upstream/http/api-error.ts';
import { holdUsers } from './people-store.ts';

/**
 * A transaction that writes in a person's name. Their account stays until it ends: an erasure waits for it, or has ended the
 * session since the call began, which is a 401. Nothing is written for an account that is gone.
 */
export function transactAs<Result>(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  userId: string,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return transact(db, async (trx) => {
    if (!(await holdUsers(trx, engine, userId))) throw unauthenticated();
    return work(trx);
  });
}
