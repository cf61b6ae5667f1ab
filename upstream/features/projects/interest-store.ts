import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { ProjectInterestRow } from '#upstream/db/schema.ts';
import { type IdPage, idPage, type Page } from '#upstream/http/paging.ts';
import { isThereFor } from '../visibility/people.ts';
import type { VisibleProject } from '../visibility/projects.ts';
import { projectNotFound, requireProject } from './project-store.ts';

export async function findInterestOf(
  db: Db,
  projectId: string,
  userId: string,
): Promise<ProjectInterestRow | undefined> {
  return db
    .selectFrom('project_interests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function listInterests(
  db: Db,
  viewerId: string,
  projectId: string,
  { status, ...page }: IdPage & Pick<ProjectInterestRow, 'status'>,
): Promise<Page<ProjectInterestRow>> {
  const asking = db
    .selectFrom('project_interests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', '=', status)
    .where(isThereFor(viewerId, 'project_interests.user_id'));
  return idPage(asking, page);
}

/** Projects a person asked to join or is a member of, by the time of asking, newest first. */
export function listInterestsOf(db: Db, userId: string, page: IdPage): Promise<Page<ProjectInterestRow>> {
  const own = db
    .selectFrom('project_interests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['interested', 'accepted']);
  return idPage(own, page);
}

export async function interestsOfViewer(
  db: Db,
  viewerId: string,
  projectIds: readonly string[],
): Promise<Map<string, ProjectInterestRow>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('project_interests')
    .selectAll()
    .where('user_id', '=', viewerId)
    .where('project_id', 'in', projectIds)
    .execute();
  return new Map(rows.map((row) => [row.project_id, row]));
}

/** Ids of the accepted people, in the order of asking, per project: at most so many of each, however many there are. */
export async function memberIds(
  db: Db,
  viewerId: string,
  projectIds: readonly string[],
  most: number = limits.members.listed,
): Promise<Map<string, string[]>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; members: string | null }>`
    select projects.id, (select string_agg(user_id, ',') from (
      select user_id from project_interests
      where project_id = projects.id and status = 'accepted' and ${isThereFor(viewerId, 'project_interests.user_id')}
      order by project_interests.id limit ${sql.lit(most)}) as member) as members
    from projects where projects.id in (${sql.join(projectIds)})`.execute(db);
  return new Map(rows.map(({ id, members }) => [id, members?.split(',') ?? []]));
}

/** Counts go no further: a list of projects costs the same however many people ask. */
export const mostCounted = 100;

/** Number of pending interests per project, of people whom the viewer may see, at most `mostCounted`. */
export async function waitingCounts(
  db: Db,
  viewerId: string,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; waiting: number }>`
    select projects.id, (select count(*) from (
      select 1 from project_interests
      where project_id = projects.id and status = 'interested' and ${isThereFor(viewerId, 'project_interests.user_id')}
      limit ${sql.lit(mostCounted)}) as asking) as waiting
    from projects where projects.id in (${sql.join(projectIds)})`.execute(db);
  return new Map(rows.flatMap(({ id, waiting }) => (waiting > 0 ? [[id, Number(waiting)]] : [])));
}

/** Throws 404 unless the caller is the project's creator or a member of it. */
export async function findOwnOrJoined(db: Db, userId: string, projectId: string): Promise<VisibleProject> {
  const project = await requireProject(db, userId, projectId);
  if (project.creator_id === userId) return project;
  const interest = await findInterestOf(db, projectId, userId);
  if (interest?.status !== 'accepted') throw projectNotFound();
  return project;
}
