import { sql } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ProjectUpdateRow } from '#upstream/db/schema.ts';
import { cutIdPage, type IdPage, idPage, type Page } from '#upstream/http/paging.ts';
import { newId } from '#upstream/ids.ts';
import { countUses } from '../media/media-store.ts';
import { notMuted } from '../safety/mute-store.ts';
import { isHere, isThereFor } from '../visibility/people.ts';
import type { VisibleProject } from '../visibility/projects.ts';

interface NewUpdateRow {
  projectId: string;
  authorId: string;
  text: string;
  picture?: { url: string; alt?: string | undefined } | undefined;
  now: number;
}

export async function insertUpdate(
  trx: Trx,
  { projectId, authorId, text, picture, now }: NewUpdateRow,
): Promise<ProjectUpdateRow> {
  const row = {
    id: newId(now),
    project_id: projectId,
    author_id: authorId,
    text,
    picture_url: picture?.url ?? '',
    picture_alt: picture?.alt ?? '',
    created_at: now,
  };
  await trx.insertInto('project_updates').values(row).execute();
  await countUses(trx, authorId, [row.picture_url], now);
  return row;
}

/** Deletes an update of a project; with `authorId` only where that person has written it. False where there is none. */
export async function deleteUpdate(
  trx: Trx,
  { id, projectId, authorId }: { id: string; projectId: string; authorId?: string | undefined },
  now: number,
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('project_updates')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(authorId !== undefined, (rows) => rows.where('author_id', '=', authorId ?? ''))
    .returning(['author_id', 'picture_url'])
    .executeTakeFirst();
  if (deleted) await countUses(trx, deleted.author_id, [deleted.picture_url], now);
  return deleted !== undefined;
}

/** Newest first, without those of people who are not there for the viewer. */
export function listUpdates(
  db: Db,
  viewerId: string,
  project: VisibleProject,
  page: IdPage,
): Promise<Page<ProjectUpdateRow>> {
  const shown = db
    .selectFrom('project_updates')
    .selectAll()
    .where('project_id', '=', project.id)
    .where(isThereFor(viewerId, 'project_updates.author_id'));
  return idPage(shown, page);
}

/** The newest of a project for its public page: those of people who are here. */
export function listPublicUpdates(db: Db, projectId: string, limit: number): Promise<ProjectUpdateRow[]> {
  return db
    .selectFrom('project_updates')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(isHere('project_updates.author_id'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The most updates of one project that the list of followed ones reads. */
const perProject = 50;

/**
 * Updates of the projects that the viewer follows, by others, newest first. The projects are not looked at: the caller leaves
 * out those that the viewer does not see.
 */
export async function listFollowedUpdates(
  db: Db,
  viewerId: string,
  { cursor, limit }: IdPage,
): Promise<Page<ProjectUpdateRow>> {
  const before = cursor === undefined ? sql`` : sql`and newest.id < ${cursor}`;
  const { rows: found } = await sql<{ id: string }>`
    select project_updates.id from project_follows
    join project_updates on project_updates.project_id = project_follows.project_id
    where project_follows.user_id = ${viewerId}
      and project_updates.id in (select newest.id from project_updates as newest
        where newest.project_id = project_follows.project_id and newest.author_id <> ${viewerId} ${before}
        order by newest.id desc limit ${sql.lit(perProject)})
      and ${isThereFor(viewerId, 'project_updates.author_id')} and ${notMuted(viewerId, 'project_updates.author_id')}
    order by project_updates.id desc limit ${limit + 1}`.execute(db);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { rows: [], nextCursor: null };
  const rows = await db
    .selectFrom('project_updates')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  return cutIdPage(rows, limit);
}

interface Following {
  userId: string;
  projectId: string;
}

/** Throws a foreign key violation when the project was erased a moment ago. */
export async function follow(trx: Trx, { userId, projectId }: Following, now: number): Promise<void> {
  await trx
    .insertInto('project_follows')
    .values({ user_id: userId, project_id: projectId, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doNothing())
    .execute();
}

export async function unfollow(trx: Trx, { userId, projectId }: Following): Promise<void> {
  await trx.deleteFrom('project_follows').where('user_id', '=', userId).where('project_id', '=', projectId).execute();
}

export async function isFollowing(db: Db, { userId, projectId }: Following): Promise<boolean> {
  const row = await db
    .selectFrom('project_follows')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row !== undefined;
}

/** When one of the two blocks the other, `userId` follows no project of `creatorId` any more. */
export async function unfollowProjectsOf(trx: Trx, userId: string, creatorId: string): Promise<void> {
  await trx
    .deleteFrom('project_follows')
    .where('user_id', '=', userId)
    .where('project_id', 'in', (query) => query.selectFrom('projects').select('id').where('creator_id', '=', creatorId))
    .execute();
}
