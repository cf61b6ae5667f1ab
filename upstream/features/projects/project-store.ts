import type { z } from 'zod';
import type { createProjectSchema, editProjectSchema, ProjectRole } from '#shared/api/projects.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { isForeignKeyViolation } from '#upstream/db/faults.ts';
import type { ProjectRow } from '#upstream/db/schema.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { newId } from '#upstream/ids.ts';
import { countUses } from '../media/media-store.ts';
import { indexProjects } from '../search/search-index.ts';
import { type SkillRow, skillRows } from '../skills/skill-rows.ts';
import { isThereFor } from '../visibility/people.ts';
import { type VisibleProject, visibleProjects } from '../visibility/projects.ts';
import { noteActivity, noteEdit } from './activity-store.ts';

type ProjectFields = z.output<typeof createProjectSchema>;

export async function insertProject(
  trx: Trx,
  creatorId: string,
  fields: ProjectFields,
  now: number,
): Promise<ProjectRow> {
  const row = await trx
    .insertInto('projects')
    .values({
      ...{ id: newId(now), creator_id: creatorId, created_at: now, updated_at: now },
      ...{ ...columnsOf(fields), name: fields.projectName, image_url: fields.projectImage ?? '' },
      ...{ image_alt: fields.projectImageAlt ?? '', description: fields.description ?? '' },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await countUses(trx, creatorId, [row.image_url], now);
  await insertSkills(trx, row.id, fields.skills ?? []);
  await storeRoles(trx, row.id, fields.roles ?? []);
  await indexProjects(trx, [row.id]);
  return row;
}

/** Updates the given fields. Undefined when this creator has no such project. */
export async function updateProject(
  trx: Trx,
  project: { id: string; creatorId: string },
  fields: z.output<typeof editProjectSchema>,
  now: number,
): Promise<ProjectRow | undefined> {
  const before = await trx
    .selectFrom('projects')
    .select(['image_url', 'stage'])
    .where('id', '=', project.id)
    .where('creator_id', '=', project.creatorId)
    .executeTakeFirst();
  const row = await trx
    .updateTable('projects')
    .set({ ...columnsOf(fields), updated_at: now })
    .where('id', '=', project.id)
    .where('creator_id', '=', project.creatorId)
    .where('erase_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  if (fields.projectImage !== undefined)
    await countUses(trx, project.creatorId, [fields.projectImage, before?.image_url ?? ''], now);
  if (fields.skills !== undefined) {
    const old = await trx
      .deleteFrom('project_skills')
      .where('project_id', '=', row.id)
      .returning(['label', 'spelling'])
      .execute();
    await insertSkills(trx, row.id, fields.skills, old);
  }
  if (fields.roles !== undefined) await storeRoles(trx, row.id, fields.roles);
  await indexProjects(trx, [row.id]);
  await noteChange(trx, row, { fields, stageBefore: before?.stage ?? null, now });
  return row;
}

/** The columns of the fields that are given: Kysely leaves out those that are undefined. */
function columnsOf(fields: z.output<typeof editProjectSchema>) {
  return {
    name: fields.projectName,
    image_url: fields.projectImage,
    image_alt: fields.projectImageAlt,
    description: fields.description,
    is_public: fields.isPublic === undefined ? undefined : Number(fields.isPublic),
    stage: fields.status,
    hours_per_week: fields.hoursPerWeek,
    repository_url: fields.repositoryUrl,
    demo_url: fields.demoUrl,
  };
}

/** A status that is taken away, and whether the page is public, are no news. */
async function noteChange(
  trx: Trx,
  { id: projectId, creator_id: actorId, stage }: ProjectRow,
  { fields, stageBefore, now }: { fields: object; stageBefore: ProjectStatus | null; now: number },
): Promise<void> {
  if (stage !== null && stage !== stageBefore)
    await noteActivity(trx, { projectId, kind: 'status', actorId, detail: stage, now });
  const edited = Object.entries(fields).some(
    ([name, value]) => value !== undefined && name !== 'status' && name !== 'isPublic',
  );
  if (edited) await noteEdit(trx, { projectId, actorId, now });
}

async function insertSkills(
  trx: Trx,
  projectId: string,
  skills: readonly string[],
  before?: readonly Pick<SkillRow, 'label' | 'spelling'>[],
): Promise<void> {
  if (skills.length === 0) return;
  const rows = skillRows(skills, before).map((row) => ({ project_id: projectId, ...row }));
  await trx.insertInto('project_skills').values(rows).execute();
}

export function projectNotFound() {
  return notFound('This project is not here.');
}

/** For writes into a project that was erased a moment ago. */
export function refuseErased(error: unknown): never {
  throw isForeignKeyViolation(error) ? projectNotFound() : error;
}

export function findProject(db: Db, viewerId: string, id: string): Promise<VisibleProject | undefined> {
  return visibleProjects(db, viewerId).where('projects.id', '=', id).executeTakeFirst();
}

/** Throws 404 unless the viewer sees the project. */
export async function requireProject(db: Db, viewerId: string, id: string): Promise<VisibleProject> {
  const project = await findProject(db, viewerId, id);
  if (!project) throw projectNotFound();
  return project;
}

/** Throws 404 unless the project is the person's own. */
export async function requireOwnProject(db: Db, userId: string, id: string): Promise<VisibleProject> {
  const project = await requireProject(db, userId, id);
  if (project.creator_id !== userId) throw projectNotFound();
  return project;
}

/**
 * A project that the person sees, or that they ask to join or are a member of, even where a moderator has hidden it: they can
 * always leave it. A refused ask stays unknown in a hidden project.
 */
export async function findSeenOrJoined(db: Db, userId: string, id: string): Promise<ProjectRow | undefined> {
  return (await findProject(db, userId, id)) ?? joinedProjects(db, userId, id).executeTakeFirst();
}

/** Whether a moderator hides the project from this person, who asks to join it or is a member. */
export async function isHiddenFromMember(db: Db, userId: string, id: string): Promise<boolean> {
  const found = await joinedProjects(db, userId, id)
    .where('projects.hidden_at', 'is not', null)
    .where(isThereFor(userId, 'projects.creator_id'))
    .executeTakeFirst();
  return found !== undefined;
}

function joinedProjects(db: Db, userId: string, id: string) {
  return db
    .selectFrom('projects')
    .innerJoin('project_interests', 'project_interests.project_id', 'projects.id')
    .selectAll('projects')
    .where('projects.id', '=', id)
    .where('projects.erase_at', 'is', null)
    .where('project_interests.user_id', '=', userId)
    .where('project_interests.status', '<>', 'rejected');
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

export async function projectSkills(db: Db, projectIds: readonly string[]): Promise<Map<string, string[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('project_skills')
    .select(['project_id', 'label'])
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('position')
    .execute();
  const byProject = Map.groupBy(rows, (row) => row.project_id);
  return new Map([...byProject].map(([id, skills]) => [id, skills.map(({ label }) => label)]));
}

/** Replaces the roles that a project looks for. */
export async function storeRoles(trx: Trx, projectId: string, roles: readonly ProjectRole[]): Promise<void> {
  await trx.deleteFrom('project_roles').where('project_id', '=', projectId).execute();
  if (roles.length === 0) return;
  const rows = roles.map(({ name, filled }, position) => ({
    project_id: projectId,
    role_key: skillKey(name),
    name,
    is_filled: Number(filled),
    position,
  }));
  await trx.insertInto('project_roles').values(rows).execute();
}

/** The roles of each project, in the creator's order. */
export async function projectRoles(db: Db, projectIds: readonly string[]): Promise<Map<string, ProjectRole[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('project_roles')
    .select(['project_id', 'name', 'is_filled'])
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('position')
    .execute();
  const byProject = Map.groupBy(rows, (row) => row.project_id);
  return new Map(
    [...byProject].map(([id, roles]) => [id, roles.map(({ name, is_filled }) => ({ name, filled: is_filled === 1 }))]),
  );
}

/** The name of an open role as its creator has written it; undefined where the project does not look for it. */
export async function findOpenRole(db: Db, projectId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('project_roles')
    .select('name')
    .where('project_id', '=', projectId)
    .where('role_key', '=', skillKey(name))
    .where('is_filled', '=', 0)
    .executeTakeFirst();
  return row?.name;
}
