import type { Engine, Trx } from '#upstream/db/connection.ts';
import { holdUsers, lockUsers } from '../people/people-store.ts';
import { isBlockedBetween } from './block-store.ts';

/**
 * Whether both accounts are there and neither has blocked the other; if so, neither can be deleted, suspended or blocked
 * by the other before the transaction ends. Two statements: in PostgreSQL the second one sees what the first has waited for.
 */
export async function holdPair(trx: Trx, engine: Engine, one: string, other: string): Promise<boolean> {
  const areHere = await holdUsers(trx, engine, one, other);
  // Looked up in any case: the time must not tell a block from an account that is gone.
  const isBlocked = await isBlockedBetween(trx, one, other);
  return areHere && !isBlocked;
}

/** The same, where nobody else may decide about the relation of the two before the transaction ends. */
export async function lockPair(trx: Trx, engine: Engine, one: string, other: string): Promise<boolean> {
  const people = await lockUsers(trx, engine, [one, other]);
  const isBlocked = await isBlockedBetween(trx, one, other);
  return people.length === 2 && people.every(({ suspended_at }) => suspended_at === null) && !isBlocked;
}
