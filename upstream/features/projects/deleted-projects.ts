import { minute } from '#shared/durations.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { ProjectRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';
import { countUses } from '../media/media-store.ts';
import { indexProjects } from '../search/search-index.ts';

/** How long a deletion can be taken back. */
const restorableMs = 10 * minute;

/**
 * Hides a project from everybody, with its notifications, until `eraseDeletedProjects` erases it. Answers when that is;
 * undefined when this creator has no such project.
 */
export async function deleteProject(
  trx: Trx,
  { id, creatorId }: { id: string; creatorId: string },
  now: number,
): Promise<number | undefined> {
  const eraseAt = now + restorableMs;
  const deleted = await trx
    .updateTable('projects')
    .set({ erase_at: eraseAt })
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .where('erase_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) return undefined;
  await trx.deleteFrom('notifications').where('project_id', '=', id).execute();
  await trx.deleteFrom('project_search').where('project_id', '=', id).execute();
  return eraseAt;
}

/** Takes a deletion back. Undefined when this creator has deleted no such project, or too long ago. */
export async function restoreProject(
  trx: Trx,
  { id, creatorId }: { id: string; creatorId: string },
  now: number,
): Promise<ProjectRow | undefined> {
  const row = await trx
    .updateTable('projects')
    .set({ erase_at: null })
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .where('erase_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (row) await indexProjects(trx, [id]);
  return row;
}

export function deletedProjectsTurn({ db }: Pick<Deps, 'db'>): BatchTurn {
  return {
    kind: 'deleted projects',
    everyMs: minute,
    batch: (now) => transact(db, (trx) => eraseDeletedProjects(trx, now)),
  };
}

const erasedAtOnce = 50;

/** Erases one batch of deleted projects; foreign keys remove what belongs to them. Answers whether more may be left. */
export async function eraseDeletedProjects(trx: Trx, now: number): Promise<boolean> {
  const due = trx
    .selectFrom('projects')
    .select('id')
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(erasedAtOnce);
  const ids = (await due.execute()).map(({ id }) => id);
  // Compared again: its creator may have taken the deletion back meanwhile.
  return (await eraseProjects(trx, ids, now, now)) === erasedAtOnce;
}

/**
 * Erases the given projects that are due by `dueBy`; all of them without it. Foreign keys remove what belongs to them, after
 * which its pictures are counted anew. Answers how many were erased.
 */
export async function eraseProjects(trx: Trx, ids: readonly string[], now: number, dueBy?: number): Promise<number> {
  if (ids.length === 0) return 0;
  const updates = trx.selectFrom('project_updates').where('project_id', 'in', ids).where('picture_url', '<>', '');
  const shown = await updates.select(['author_id', 'picture_url']).execute();
  const erased = await trx
    .deleteFrom('projects')
    .where('id', 'in', ids)
    .$if(dueBy !== undefined, (query) => query.where('erase_at', '<=', dueBy ?? now))
    .returning(['creator_id', 'image_url'])
    .execute();
  for (const { creator_id, image_url } of erased) await countUses(trx, creator_id, [image_url], now);
  for (const { author_id, picture_url } of shown) await countUses(trx, author_id, [picture_url], now);
  return erased.length;
}
