import { sql } from 'kysely';
import type { ActivityKind } from '#shared/api/project-updates.ts';
import type { ProjectRelation } from '#shared/api/projects.ts';
import { hour } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ProjectActivityRow } from '#upstream/db/schema.ts';
import { type IdPage, idPage, type Page } from '#upstream/http/paging.ts';
import { newId } from '#upstream/ids.ts';
import { isThereFor } from '../visibility/people.ts';
import type { VisibleProject } from '../visibility/projects.ts';

interface Happened {
  projectId: string;
  kind: ActivityKind;
  actorId: string;
  /** The new status, with `status`. */
  detail?: string;
  now: number;
}

/** In the transaction that causes it. */
export async function noteActivity(trx: Trx, { projectId, kind, actorId, detail = '', now }: Happened): Promise<void> {
  const row = { id: newId(now), project_id: projectId, kind, actor_id: actorId, detail, created_at: now };
  await trx.insertInto('project_activity').values(row).execute();
}

/** A creator who writes at the description for an hour has edited once. */
const oneEditMs = hour;

export async function noteEdit(trx: Trx, happened: Omit<Happened, 'kind'>): Promise<void> {
  const { projectId, actorId, now } = happened;
  const recent = await trx
    .selectFrom('project_activity')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'edited')
    .where('actor_id', '=', actorId)
    .where('id', '>', newId(now - oneEditMs))
    .limit(1)
    .executeTakeFirst();
  if (recent === undefined) await noteActivity(trx, { ...happened, kind: 'edited' });
}

/** Deletes the line of an ask that was taken back. */
export async function forgetAsk(trx: Trx, projectId: string, actorId: string): Promise<void> {
  await trx
    .deleteFrom('project_activity')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'asked')
    .where('actor_id', '=', actorId)
    .execute();
}

/** Visitors read what the page shows anyway; members also read who has left, and the creator who asks. */
const forVisitors: readonly ActivityKind[] = ['joined', 'edited', 'status', 'owner'];
const forMembers: readonly ActivityKind[] = [...forVisitors, 'left'];
const forCreator: readonly ActivityKind[] = [...forMembers, 'asked'];

/** Newest first, without what people have done who are not there for the viewer. */
export function listActivity(
  db: Db,
  viewer: { id: string; relation: ProjectRelation },
  project: VisibleProject,
  page: IdPage,
): Promise<Page<ProjectActivityRow>> {
  const kinds = viewer.relation === 'owner' ? forCreator : viewer.relation === 'accepted' ? forMembers : forVisitors;
  let query = db
    .selectFrom('project_activity')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('kind', 'in', [...kinds])
    .where(isThereFor(viewer.id, 'project_activity.actor_id'));
  // As in the index of these rows: a parameter would not choose it.
  if (viewer.relation !== 'owner') query = query.where(sql<boolean>`kind <> 'asked'`);
  return idPage(query, page);
}

/** A project is asked for, edited and left again: without an end the list would grow for as long as the project lives. */
