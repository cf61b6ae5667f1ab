import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { BlockRow } from '#upstream/db/schema.ts';
import { type Page, type TimePage, timePage } from '#upstream/http/paging.ts';
import { removeNoticesBetween } from '../notifications/notification-store.ts';
import { refreshProjectAsks } from '../notifications/project-asks.ts';
import { holdUsers, lockUsers } from '../people/people-store.ts';
import { forgetAsk } from '../projects/activity-store.ts';
import { unfollowProjectsOf } from '../projects/update-store.ts';
import { endRelation } from '../requests/decide.ts';
import { notBlocking } from '../visibility/people.ts';

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
  const { blockerId, blockedId } = blocking;
  const people = await lockUsers(trx, engine, [blockerId, blockedId]);
  const other = people.find(({ id }) => id === blockedId);
  const isThere = people.length === 2 && other !== undefined;
  const inserted = isThere && (await insertBlock(trx, blocking));
  if (!isThere) await hasBlocked(trx, blockerId, blockedId);
  const isVisible = !(await hasBlocked(trx, blockedId, blockerId)) && other?.suspended_at === null;
  // Of an account that the caller must not learn of, everything is looked for each time: the time would tell.
  const isNew = inserted || !isVisible;
  const wereConnected = isNew && (await separate(trx, blockerId, blockedId));
  return isThere ? { kind: 'blocked', isNew: inserted, isVisible, wereConnected } : { kind: 'unknown' };
}

/**
 * Ends everything between two people when one blocks the other; answers whether they were connected. The order is that in
 * which `answerInterest` writes: an acceptance that is under way is over before the connection it makes is looked for.
 */
async function separate(trx: Trx, one: string, other: string): Promise<boolean> {
  await leaveProjects(trx, one, other);
  await leaveProjects(trx, other, one);
  const wereConnected = await endRelation(trx, one, other);
  await removeNoticesBetween(trx, one, other, ['request', 'connected', 'message', 'mention']);
  return wereConnected;
}

/** `userId` leaves the projects of `creatorId`, takes asks back, and loses the notifications of them. */
async function leaveProjects(trx: Trx, userId: string, creatorId: string): Promise<void> {
  const left = await trx
    .deleteFrom('project_interests')
    .where('user_id', '=', userId)
    .where('status', '<>', 'rejected')
    .where('project_id', 'in', (query) => query.selectFrom('projects').select('id').where('creator_id', '=', creatorId))
    .returning(['project_id', 'status'])
    .execute();
  for (const { project_id, status } of left) {
    if (status === 'interested') await forgetAsk(trx, project_id, userId);
    await refreshProjectAsks(trx, project_id, creatorId);
  }
  await unfollowProjectsOf(trx, userId, creatorId);
  await trx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('project_id', 'in', (query) => query.selectFrom('projects').select('id').where('creator_id', '=', creatorId))
    .execute();
}

async function insertBlock(trx: Trx, { blockerId, blockedId, now }: Blocking): Promise<boolean> {
  const inserted = await trx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .returning('blocked_id')
    .executeTakeFirst();
  return inserted !== undefined;
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
  const isBlocked = await hasBlocked(trx, blockedId, blockerId);
  if (deleted.numDeletedRows === 0n || isBlocked) return { isVisible: false };
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
    .where(({ and, or }) =>
      or([and({ blocker_id: one, blocked_id: other }), and({ blocker_id: other, blocked_id: one })]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The people whom the caller has blocked, newest first. Those whose own block or suspension makes them gone for the caller are
 * left out, as deleted ones are.
 */
export function listBlocks(db: Db, blockerId: string, page: TimePage): Promise<Page<BlockRow>> {
  const blocked = db
    .selectFrom('blocks as own')
    .innerJoin('users', 'users.id', 'own.blocked_id')
    .selectAll('own')
    .where('own.blocker_id', '=', blockerId)
    .where('users.suspended_at', 'is', null)
    .where(notBlocking(blockerId, 'own.blocked_id'));
  return timePage(blocked, page, 'own.created_at', 'own.blocked_id');
}

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
