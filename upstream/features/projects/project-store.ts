import { sql, type Transaction } from 'kysely';
import { skillKey } from '#shared/skills.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Database, ProjectRow } from '#upstream/db/schema.ts';
import { cutIdPage, type IdPage } from '#upstream/http/paging.ts';
import { newId } from '#upstream/ids.ts';
import { notMuted, withoutMutedWords } from '../safety/not-muted.ts';
import { indexProjects } from '../search/search-index.ts';
import { type VisibleProject, visibleProjects } from '../visibility/projects.ts';

export interface ProjectFields {
  projectName: string;
  projectImage: string;
  projectImageAlt: string;
  description: string;
  skills: string[];
  isPublic?: boolean | undefined;
}

export async function insertProject(
  trx: Transaction<Database>,
  creatorId: string,
  fields: ProjectFields,
  now: number,
): Promise<ProjectRow> {
  const row = {
    id: newId(now),
    creator_id: creatorId,
    name: fields.projectName,
    image_url: fields.projectImage,
    image_alt: fields.projectImageAlt,
    description: fields.description,
    is_public: asFlag(fields.isPublic),
    created_at: now,
    updated_at: now,
    hidden_at: null,
    hidden_reason: null,
  };
  await trx.insertInto('projects').values(row).execute();
  await insertSkills(trx, row.id, fields.skills);
  await indexProjects(trx, [row.id]);
  return row;
}

/** Updates the given fields. Undefined when this creator has no such project. */
export async function updateProject(
  trx: Transaction<Database>,
  project: { id: string; creatorId: string },
  fields: { [Name in keyof ProjectFields]?: ProjectFields[Name] | undefined },
  now: number,
): Promise<ProjectRow | undefined> {
  const row = await trx
    .updateTable('projects')
    .set({
      ...(fields.projectName !== undefined && { name: fields.projectName }),
      ...(fields.projectImage !== undefined && { image_url: fields.projectImage }),
      ...(fields.projectImageAlt !== undefined && { image_alt: fields.projectImageAlt }),
      ...(fields.description !== undefined && { description: fields.description }),
      ...(fields.isPublic !== undefined && { is_public: asFlag(fields.isPublic) }),
      updated_at: now,
    })
    .where('id', '=', project.id)
    .where('creator_id', '=', project.creatorId)
    .returningAll()
    .executeTakeFirst();
  if (row && fields.skills !== undefined) {
    await trx.deleteFrom('project_skills').where('project_id', '=', row.id).execute();
    await insertSkills(trx, row.id, fields.skills);
  }
  if (row) await indexProjects(trx, [row.id]);
  return row;
}

function asFlag(isPublic: boolean | undefined): number | null {
  return isPublic === undefined ? null : Number(isPublic);
}

async function insertSkills(trx: Transaction<Database>, projectId: string, skills: readonly string[]): Promise<void> {
  if (skills.length === 0) return;
  const rows = skills.map((label, position) => ({
    project_id: projectId,
    skill_key: skillKey(label),
    label,
    position,
  }));
  await trx.insertInto('project_skills').values(rows).execute();
}

/**
 * Deletes a project; foreign keys remove its skills, members and interests. False when this creator has no such
 * project.
 */
export async function deleteProject(db: Db, id: string, creatorId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export function findProject(db: Db, viewerId: string, id: string): Promise<VisibleProject | undefined> {
  return visibleProjects(db, viewerId).where('projects.id', '=', id).executeTakeFirst();
}

/**
 * A project that the person asks to join or is a member of, whoever has hidden it: they can leave it at all times. A
 * refused ask stays unknown in a hidden project.
 */
export async function findJoinedProject(db: Db, userId: string, id: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .innerJoin('project_interests', 'project_interests.project_id', 'projects.id')
    .selectAll('projects')
    .where('projects.id', '=', id)
    .where('project_interests.user_id', '=', userId)
    .where('project_interests.status', '<>', 'rejected')
    .executeTakeFirst();
}

export async function projectsByIds(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<Map<string, VisibleProject>> {
  if (ids.length === 0) return new Map();
  const rows = await visibleProjects(db, viewerId).where('projects.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ListedProjects {
  rows: VisibleProject[];
  nextCursor: string | null;
}

/** One person's projects, newest first. There are no more than the quota allows. */
export async function listProjectsOf(
  db: Db,
  viewerId: string,
  page: IdPage,
  creatorId: string,
): Promise<ListedProjects> {
  const rows = await newestProjects(db, viewerId, page).where('projects.creator_id', '=', creatorId).execute();
  return cutIdPage(rows, page.limit);
}

/** The most projects read for one page. Without a bound, a viewer whose muted words hide every project would read them all. */
const projectsSeen = 1000;

/** Everybody's projects, newest first, without those that the viewer has muted. A page may be short, with a cursor. */
export async function listProjects(db: Db, viewerId: string, page: IdPage): Promise<ListedProjects> {
  const last = db
    .selectFrom('projects')
    .select('id')
    .$if(page.cursor !== undefined, (query) => query.where('id', '<', page.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .offset(projectsSeen - 1);
  const rows = await newestProjects(db, viewerId, page)
    .where('projects.id', '>=', sql<string>`coalesce((${last}), '')`)
    .where(notMuted(viewerId, 'projects.creator_id'))
    .where(saysNoMutedWord(viewerId))
    .execute();
  if (rows.length > page.limit) return cutIdPage(rows, page.limit);
  return { rows, nextCursor: (await last.executeTakeFirst())?.id ?? null };
}

/** One row more than asked for. */
function newestProjects(db: Db, viewerId: string, { cursor, limit }: IdPage) {
  const query = visibleProjects(db, viewerId)
    .orderBy('projects.id', 'desc')
    .limit(limit + 1);
  return cursor === undefined ? query : query.where('projects.id', '<', cursor);
}

function saysNoMutedWord(viewerId: string) {
  return sql<boolean>`not exists (select 1 from project_search
    where project_search.project_id = projects.id and not ${withoutMutedWords(viewerId, 'project_search.terms')})`;
}

export async function projectSkills(db: Db, projectIds: readonly string[]): Promise<Map<string, string[]>> {
  const byProject = new Map<string, string[]>();
  if (projectIds.length === 0) return byProject;
  const rows = await db
    .selectFrom('project_skills')
    .select(['project_id', 'label'])
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('position')
    .execute();
  for (const { project_id, label } of rows) byProject.set(project_id, [...(byProject.get(project_id) ?? []), label]);
  return byProject;
}
