import type { Project, ProjectInterest, ProjectMember } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { ProjectInterestRow } from '#upstream/db/schema.ts';
import { iso } from '#upstream/iso.ts';
import { formerMember } from '../people/former-member.ts';
import { findUsers } from '../people/people-store.ts';
import { mayNotAsk } from '../preferences/reserve.ts';
import { connectedAmong, withRelations } from '../requests/relations.ts';
import type { VisibleProject } from '../visibility/projects.ts';
import { isFollowing } from './follow-store.ts';
import { interestsOfViewer, memberIds, waitingCounts } from './interest-store.ts';
import { memberRows } from './member-store.ts';
import { projectSkills } from './project-store.ts';
import { projectRoles } from './role-store.ts';

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
    _id: row.id,
    projectName: row.name,
    ...(row.image_url && { projectImage: row.image_url }),
    ...(row.image_alt && { projectImageAlt: row.image_alt }),
    skills: skills.get(row.id) ?? [],
    description: row.description,
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
    ...(row.stage !== null && { status: row.stage }),
    ...(row.repository_url && { repositoryUrl: row.repository_url }),
    ...(row.demo_url && { demoUrl: row.demo_url }),
    roles: roles.get(row.id) ?? [],
    ...(row.hours_per_week !== null && { hoursPerWeek: row.hours_per_week }),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }));
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
