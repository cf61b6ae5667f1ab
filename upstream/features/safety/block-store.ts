import { sql } from 'kysely';
import type { User } from '#shared/api/users.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { BlockRow } from '#upstream/db/schema.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import { pairOf } from '#upstream/ids.ts';
import { lockUsers, presentUsers, publicColumns } from '../people/people-store.ts';
import { separate } from './separate.ts';
import { notBlocking } from './visible-to.ts';

export interface Blocking {
  blockerId: string;
  blockedId: string;
  now: number;
}

export type BlockOutcome =
  /** The account is deleted, or never was. */
  | { kind: 'unknown' }
  | {
      kind: 'blocked';
      isNew: boolean;
      /** False where the caller must not learn that the account is there: it is suspended, or has blocked the caller. */
      isVisible: boolean;
      wereConnected: boolean;
    };

/**
 * Blocks a person and ends everything between the two. Locks both accounts, in the order of their ids, against whatever
 * holds them with `holdUsers`: a request or an ask that is under way is either ended here or refused.
 */
export async function block(trx: Trx, engine: Engine, blocking: Blocking): Promise<BlockOutcome> {
  const { blockerId, blockedId, now } = blocking;
  const people = await lockUsers(trx, engine, [blockerId, blockedId]);
  const other = people.find(({ id }) => id === blockedId);
  if (people.length < 2 || !other) return { kind: 'unknown' };
  const inserted = await trx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .returning('blocked_id')
    .executeTakeFirst();
  const isVisible = other.suspended_at === null && !(await hasBlocked(trx, blockedId, blockerId));
  if (!inserted) return { kind: 'blocked', isNew: false, isVisible, wereConnected: false };
  return { kind: 'blocked', isNew: true, isVisible, ...(await separate(trx, blockerId, blockedId, now)) };
}

/** Nothing that the block has ended comes back. `isVisible` as in {@link BlockOutcome}; false where there was no block. */
export async function unblock(
  trx: Trx,
  engine: Engine,
  { blockerId, blockedId }: Omit<Blocking, 'now'>,
): Promise<{ isVisible: boolean }> {
  const people = await lockUsers(trx, engine, [blockerId, blockedId]);
  const deleted = await trx
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return { isVisible: false };
  if (await hasBlocked(trx, blockedId, blockerId)) return { isVisible: false };
  const { low, high } = pairOf(blockerId, blockedId);
  await trx
    .updateTable('conversations')
    .set({ blocked: 0 })
    .where('user_low', '=', low)
    .where('user_high', '=', high)
    .execute();
  return { isVisible: people.find(({ id }) => id === blockedId)?.suspended_at === null };
}

async function hasBlocked(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether one of the two has blocked the other. Inside a transaction that holds both, the answer stays true. */
export async function isBlockedBetween(db: Db, one: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('blocker_id')
    .where(({ and, eb, or }) =>
      or([
        and([eb('blocker_id', '=', one), eb('blocked_id', '=', other)]),
        and([eb('blocker_id', '=', other), eb('blocked_id', '=', one)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The people whom the caller has blocked, newest first, one more than `limit`. Those whose own block or suspension makes
 * them gone for the caller are left out, as deleted ones are.
 */
export function listBlocks(db: Db, blockerId: string, limit: number, after: TimeKey | undefined): Promise<BlockRow[]> {
  let query = db
    .selectFrom('blocks as own')
    .innerJoin('users', 'users.id', 'own.blocked_id')
    .selectAll('own')
    .where('own.blocker_id', '=', blockerId)
    .where('users.suspended_at', 'is', null)
    .where(notBlocking(blockerId, 'own.blocked_id'));
  if (after) query = query.where(sql<boolean>`(own.created_at, own.blocked_id) < (${after.time}, ${after.id})`);
  return query
    .orderBy('own.created_at', 'desc')
    .orderBy('own.blocked_id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Those of these people whom the viewer has blocked, and who are not gone besides: the viewer may see their names. */
export async function findBlockedPeople(
  db: Db,
  viewerId: string,
  userIds: readonly string[],
): Promise<Map<string, User>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('blocks as own')
    .innerJoin('users', 'users.id', 'own.blocked_id')
    .select(publicColumns)
    .where('own.blocker_id', '=', viewerId)
    .where('own.blocked_id', 'in', [...new Set(userIds)])
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where(notBlocking(viewerId, 'own.blocked_id'))
    .execute();
  return new Map((await presentUsers(db, rows)).map((user) => [user._id, user]));
}
