import { sql } from 'kysely';
import type { Project, ProjectFilter, ProjectInterest, ProjectMember } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { canonicalKey } from '#shared/skills/canonical-skill.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { ProjectInterestRow, ProjectRow } from '#upstream/db/schema.ts';
import { type IdPage, idPage, type Page } from '#upstream/http/paging.ts';
import { iso } from '#upstream/iso.ts';
import { findUsers, formerMember } from '../people/people-store.ts';
import { mayNotAsk } from '../preferences/reserve.ts';
import { connectedAmong, withRelations } from '../requests/relations.ts';
import { notMuted, withoutMutedWords } from '../safety/mute-store.ts';
import { type VisibleProject, visibleProjects } from '../visibility/projects.ts';
import { interestsOfViewer, listInterestsOf, memberIds, waitingCounts } from './interest-store.ts';
import { memberRows } from './membership.ts';
import { projectRoles, projectSkills, projectsByIds } from './project-store.ts';
import { isFollowing } from './update-store.ts';

/**
 * Maps rows to projects as this viewer sees them, in the same order. Always nine queries. `members` is how many of each
 * project's members it names.
 */
export async function presentProjects(
  db: Db,
  rows: readonly VisibleProject[],
  viewerId: string,
  { members: most }: { members?: number } = {},
): Promise<Project[]> {
  const ids = rows.map((row) => row.id);
  const [skills, roles, interests, members, waiting] = await Promise.all([
    projectSkills(db, ids),
    projectRoles(db, ids),
    interestsOfViewer(db, viewerId, ids),
    memberIds(db, viewerId, ids, most),
    waitingCounts(db, viewerId, ids),
  ]);
  const found = await findUsers(db, viewerId, [...rows.map((row) => row.creator_id), ...[...members.values()].flat()]);
  const known = await withRelations(db, viewerId, [...found.values()]);
  const people = new Map(known.map((person) => [person._id, person]));
  return rows.map((row) => ({
    ...projectFace(row),
    ...projectFacts(row),
    skills: skills.get(row.id) ?? [],
    creator: people.get(row.creator_id) ?? formerMember(row.creator_id),
    viewer: relationOf(row, interests.get(row.id), viewerId),
    members: (members.get(row.id) ?? []).flatMap((id) => people.get(id) ?? []),
    interestedCount: waiting.get(row.id) ?? 0,
    ...(row.creator_id === viewerId && { askers: waiting.get(row.id) ?? 0 }),
    ...(row.is_public === 1 && { isPublic: true }),
    ...(row.is_public === 0 && row.creator_id === viewerId && { isPublic: false }),
    ...(row.hidden_at !== null &&
      row.creator_id === viewerId && {
        hidden: { reason: row.hidden_reason ?? '', since: iso(row.hidden_at) },
      }),
    roles: roles.get(row.id) ?? [],
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }));
}

/** Name and picture of a project. */
export function projectFace(row: Pick<ProjectRow, 'id' | 'name' | 'image_url' | 'image_alt'>) {
  return {
    _id: row.id,
    projectName: row.name,
    ...(row.image_url && { projectImage: row.image_url }),
    ...(row.image_alt && { projectImageAlt: row.image_alt }),
  };
}

/** The creator's words about the project, without skills and roles. */
export function projectFacts(
  row: Pick<ProjectRow, 'description' | 'stage' | 'repository_url' | 'demo_url' | 'hours_per_week'>,
) {
  return {
    description: row.description,
    ...(row.stage !== null && { status: row.stage }),
    ...(row.repository_url && { repositoryUrl: row.repository_url }),
    ...(row.demo_url && { demoUrl: row.demo_url }),
    ...(row.hours_per_week !== null && { hoursPerWeek: row.hours_per_week }),
  };
}

/** One project, with what its members do, and whether the viewer follows it; it also says whether its creator takes requests of the viewer. */
export async function presentProject(db: Db, row: VisibleProject, viewerId: string): Promise<Project> {
  const [found] = await presentProjects(db, [row], viewerId, { members: limits.members.max });
  if (!found) throw new Error('A project that was given was not presented.');
  const project = await withRoles(db, found, viewerId);
  const closed = await mayNotAsk(db, viewerId, row.creator_id);
  return closed ? { ...project, creator: { ...project.creator, mayAsk: false } } : project;
}

async function withRoles(db: Db, project: Project, viewerId: string): Promise<Project> {
  const { _id, creator, members = [], viewer } = project;
  const ids = members.map((member) => member._id);
  const isOwn = viewerId === creator._id;
  const isMember = viewer?.relation === 'accepted';
  const rows = await memberRows(db, _id, ids);
  const follows = await isFollowing(db, { userId: viewerId, projectId: _id });
  const connected = new Set(await connectedAmong(db, viewerId, isOwn ? ids : isMember ? [creator._id] : []));
  return {
    ...project,
    ...(viewer && { viewer: { ...viewer, follows, ...(isMember && { canChat: connected.has(creator._id) }) } }),
    members: members.map((member): ProjectMember => {
      const row = rows.get(member._id);
      return {
        ...member,
        ...(row?.role && { role: row.role }),
        ...(row && { since: iso(row.updated_at) }),
        ...(row && row.offered_at !== null && (isOwn || viewerId === member._id) && { isOffered: true as const }),
        ...(isOwn && { canChat: connected.has(member._id) }),
      };
    }),
  };
}

function relationOf(
  row: VisibleProject,
  interest: ProjectInterestRow | undefined,
  viewerId: string,
): NonNullable<Project['viewer']> {
  if (row.creator_id === viewerId) return { relation: 'owner' };
  if (interest === undefined) return { relation: 'none' };
  return { relation: interest.status, interestId: interest.id, ...wordsOf(interest) };
}

function wordsOf({ role, answer }: ProjectInterestRow) {
  return { ...(role && { role }), ...(answer && { answer }) };
}

export function presentInterest(row: ProjectInterestRow, user: User | undefined): ProjectInterest {
  return {
    _id: row.id,
    projectId: row.project_id,
    user: user ?? formerMember(row.user_id),
    status: row.status,
    ...(row.note && { note: row.note }),
    ...wordsOf(row),
    createdAt: iso(row.created_at),
  };
}

/** One person's projects, newest first. There are no more than the quota allows. */
export function listProjectsOf(
  db: Db,
  viewerId: string,
  page: IdPage,
  creatorId: string,
): Promise<Page<VisibleProject>> {
  return idPage(visibleProjects(db, viewerId).where('projects.creator_id', '=', creatorId), page, 'projects.id');
}

/** The projects that the viewer asked to join or is a member of. A page may be short, with a cursor. */
export async function listJoinedProjects(db: Db, viewerId: string, page: IdPage): Promise<Page<VisibleProject>> {
  const { rows, nextCursor } = await listInterestsOf(db, viewerId, page);
  const ids = rows.map((row) => row.project_id);
  const projects = await projectsByIds(db, viewerId, ids);
  return { rows: ids.flatMap((id) => projects.get(id) ?? []), nextCursor };
}

/** The most projects read for one page. Without a bound, a viewer whose muted words hide every project would read them all. */
const projectsSeen = 1000;

/** Everybody's projects, newest first, without those that the viewer has muted. A page may be short, with a cursor. */
export async function listProjects(
  db: Db,
  viewerId: string,
  page: IdPage,
  filter: ProjectFilter = {},
): Promise<Page<VisibleProject>> {
  const last = db
    .selectFrom('projects')
    .select('id')
    .$if(page.cursor !== undefined, (query) => query.where('id', '<', page.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .offset(projectsSeen - 1);
  const shown = visibleProjects(db, viewerId)
    .where('projects.id', '>=', sql<string>`coalesce((${last}), '')`)
    .where(notMuted(viewerId, 'projects.creator_id'))
    .where(saysNoMutedWord(viewerId))
    .where(matches(filter));
  const { rows, nextCursor } = await idPage(shown, page, 'projects.id');
  return { rows, nextCursor: nextCursor ?? (await last.executeTakeFirst())?.id ?? null };
}

/** The given projects that the filter takes. */
export async function filterProjects(
  db: Db,
  ids: readonly string[],
  { status, role }: ProjectFilter,
): Promise<readonly string[]> {
  if (ids.length === 0 || (status === undefined && !role)) return ids;
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', ids)
    .where(matches({ status, role }))
    .execute();
  const taken = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => taken.has(id));
}

function matches({ status, role, skill }: ProjectFilter) {
  const parts = [sql<boolean>`1 = 1`];
  if (status !== undefined) parts.push(sql`projects.stage = ${status}`);
  if (role)
    parts.push(sql`exists (select 1 from project_roles
      where project_id = projects.id and role_key = ${skillKey(role)} and is_filled = 0)`);
  if (skill)
    parts.push(sql`exists (select 1 from project_skills
      where project_id = projects.id and skill_key = ${canonicalKey(skill)})`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

function saysNoMutedWord(viewerId: string) {
  return sql<boolean>`not exists (select 1 from project_search
    where project_search.project_id = projects.id and not ${withoutMutedWords(viewerId, 'project_search.terms')})`;
}
