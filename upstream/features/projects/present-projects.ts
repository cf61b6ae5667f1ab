import type { Project, ProjectInterest } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { ProjectInterestRow } from '#upstream/db/schema.ts';
import { formerMember } from '../people/former-member.ts';
import { findUsers } from '../people/people-store.ts';
import { mayNotAsk } from '../requests/may-not-ask.ts';
import type { VisibleProject } from '../visibility/projects.ts';
import { interestsOfViewer, memberIds, waitingCounts } from './interest-store.ts';
import { projectSkills } from './project-store.ts';

/** Maps rows to projects as this viewer sees them, in the same order. Always six queries. */
export async function presentProjects(db: Db, rows: readonly VisibleProject[], viewerId: string): Promise<Project[]> {
  const ids = rows.map((row) => row.id);
  const [skills, interests, members, waiting] = await Promise.all([
    projectSkills(db, ids),
    interestsOfViewer(db, viewerId, ids),
    memberIds(db, viewerId, ids),
    waitingCounts(db, viewerId, ids),
  ]);
  const people = await findUsers(db, viewerId, [...rows.map((row) => row.creator_id), ...[...members.values()].flat()]);
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
        hidden: { reason: row.hidden_reason ?? '', since: new Date(row.hidden_at).toISOString() },
      }),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
}

/** One project, which also says whether its creator takes requests of the viewer. */
export async function presentProject(db: Db, row: VisibleProject, viewerId: string): Promise<Project> {
  const [project] = await presentProjects(db, [row], viewerId);
  if (!project) throw new Error('A project that was given was not presented.');
  const closed = await mayNotAsk(db, viewerId, row.creator_id);
  return closed ? { ...project, creator: { ...project.creator, mayAsk: false } } : project;
}

function relationOf(
  row: VisibleProject,
  interest: ProjectInterestRow | undefined,
  viewerId: string,
): NonNullable<Project['viewer']> {
  if (row.creator_id === viewerId) return { relation: 'owner' };
  return interest ? { relation: interest.status, interestId: interest.id } : { relation: 'none' };
}

export function presentInterest(row: ProjectInterestRow, user: User | undefined): ProjectInterest {
  return {
    _id: row.id,
    projectId: row.project_id,
    user: user ?? formerMember(row.user_id),
    status: row.status,
    ...(row.note && { note: row.note }),
    createdAt: new Date(row.created_at).toISOString(),
  };
}
