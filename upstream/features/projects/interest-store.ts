import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow, ProjectRow } from '#upstream/db/schema.ts';
import type { IdPage } from '#upstream/http/paging.ts';
import { newId } from '#upstream/ids.ts';
import { isThereFor } from '../visibility/people.ts';
import type { VisibleProject } from '../visibility/projects.ts';
import { findProject, projectNotFound } from './project-store.ts';

/**
 * Undefined when this person has asked before; constraints allow one interest per person and project. Throws a foreign
 * key violation when the project was deleted a moment ago.
 */
export function insertInterest(
  trx: Trx,
  asked: { projectId: string; userId: string; note: string; role: string; now: number },
): Promise<ProjectInterestRow | undefined> {
  return trx
    .insertInto('project_interests')
    .values({
      id: newId(asked.now),
      project_id: asked.projectId,
      user_id: asked.userId,
      status: 'interested',
      note: asked.note,
      role: asked.role,
      created_at: asked.now,
      updated_at: asked.now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** False where this person does not wait for an answer. */
export async function deleteAsk(trx: Trx, projectId: string, userId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('project_interests')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('status', '=', 'interested')
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

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

export async function listInterests(
  db: Db,
  viewerId: string,
  projectId: string,
  status: ProjectInterestRow['status'],
  page: IdPage,
): Promise<ProjectInterestRow[]> {
  let query = db
    .selectFrom('project_interests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', '=', status)
    .where(isThereFor(viewerId, 'project_interests.user_id'))
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.cursor !== undefined) query = query.where('id', '<', page.cursor);
  return query.execute();
}

/** Projects a person asked to join or is a member of, by the time of asking, newest first. */
export async function listInterestsOf(db: Db, userId: string, page: IdPage): Promise<ProjectInterestRow[]> {
  let query = db
    .selectFrom('project_interests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['interested', 'accepted'])
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.cursor !== undefined) query = query.where('id', '<', page.cursor);
  return query.execute();
}

export interface Review {
  interestId: string;
  creatorId: string;
  status: 'accepted' | 'rejected';
  /** A line for the person who asked, or nothing. */
  note: string;
  now: number;
}

export type ReviewOutcome =
  | { kind: 'reviewed'; interest: ProjectInterestRow; project: ProjectRow }
  | { kind: 'already-reviewed' }
  | { kind: 'unknown' };

/** The update requires a pending interest, so the first review wins. */
export async function reviewInterest(trx: Trx, review: Review): Promise<ReviewOutcome> {
  const project = await trx
    .selectFrom('projects')
    .innerJoin('project_interests', 'project_interests.project_id', 'projects.id')
    .selectAll('projects')
    .where('project_interests.id', '=', review.interestId)
    .where('projects.creator_id', '=', review.creatorId)
    .where('projects.erase_at', 'is', null)
    .where(isThereFor(review.creatorId, 'project_interests.user_id'))
    .executeTakeFirst();
  if (!project) return { kind: 'unknown' };
  const interest = await trx
    .updateTable('project_interests')
    .set({ status: review.status, answer: review.note, updated_at: review.now })
    .where('id', '=', review.interestId)
    .where('status', '=', 'interested')
    .returningAll()
    .executeTakeFirst();
  return interest ? { kind: 'reviewed', interest, project } : { kind: 'already-reviewed' };
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
  const project = await findProject(db, userId, projectId);
  if (!project) throw projectNotFound();
  if (project.creator_id === userId) return project;
  const interest = (await interestsOfViewer(db, userId, [projectId])).get(projectId);
  if (interest?.status !== 'accepted') throw projectNotFound();
  return project;
}
