import type { Db, Trx } from '#upstream/db/connection.ts';
import { isThereFor } from '../visibility/people.ts';
import { removeNotice } from './notification-store.ts';

/**
 * Keeps the creator's notification about a project true after somebody no longer asks: it names the latest who still
 * does, and is deleted when nobody is left.
 */
export async function refreshProjectAsks(trx: Trx, projectId: string, creatorId: string): Promise<void> {
  await holdAsks(trx, projectId);
  const latest = await trx
    .selectFrom('project_interests')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('status', '=', 'interested')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return removeNotice(trx, { userId: creatorId, kind: 'interest', subject: projectId });
  await trx
    .updateTable('notifications')
    .set({ actor_id: latest.user_id })
    .where('user_id', '=', creatorId)
    .where('kind', '=', 'interest')
    .where('subject', '=', projectId)
    .execute();
}

/** Locks the project against asks and answers of other transactions: the one that comes later sees what the first has written. */
export async function holdAsks(trx: Trx, projectId: string): Promise<void> {
  await trx.updateTable('projects').set({ id: projectId }).where('id', '=', projectId).execute();
}

/**
 * Deletes the notifications of a deleted account, and those that others have of it. Call it after its interests are
 * deleted: a project that others still ask to join keeps its notification, under another name.
 */
export async function eraseNotifications(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  const asked = await trx
    .selectFrom('notifications')
    .select(['user_id', 'subject'])
    .where('actor_id', '=', userId)
    .where('kind', '=', 'interest')
    .execute();
  for (const row of asked) await refreshProjectAsks(trx, row.subject, row.user_id);
  await trx.deleteFrom('notifications').where('actor_id', '=', userId).execute();
  await trx.deleteFrom('notice_limits').where('by_id', '=', userId).execute();
  await trx.deleteFrom('notice_limits').where('for_id', '=', userId).execute();
}

/** How many people wait for an answer of this creator, over all projects; at most `mostAskers`. */
export async function countAskers(db: Db, creatorId: string): Promise<number> {
  const asking = db
    .selectFrom('projects')
    .innerJoin('project_interests', 'project_interests.project_id', 'projects.id')
    .select('project_interests.id')
    .where('projects.creator_id', '=', creatorId)
    .where('projects.erase_at', 'is', null)
    .where('project_interests.status', '=', 'interested')
    .where(isThereFor(creatorId, 'project_interests.user_id'))
    .limit(mostAskers);
  const row = await db
    .selectFrom(asking.as('asking'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Badges show "99+". */
const mostAskers = 100;
