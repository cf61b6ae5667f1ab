import type { ProjectRole } from '#shared/api/projects.ts';
import type { Db } from '#upstream/db/connection.ts';
import type {
  ProjectActivityRow,
  ProjectFollowRow,
  ProjectInterestRow,
  ProjectInviteRow,
  ProjectRow,
  ProjectUpdateRow,
} from '#upstream/db/schema.ts';
import { projectRoles } from '../projects/role-store.ts';
import { visibleTo } from '../safety/visible-to.ts';
import { pageSize, rowsOf } from './read-in-pages.ts';

/** With the labels of their skills and their roles, in the person's order. */
export async function* projectsOf(
  db: Db,
  userId: string,
): AsyncGenerator<ProjectRow & { skills: string[]; skillSpellings: string[]; roles: ProjectRole[] }> {
  let after = '';
  for (let isLast = false; !isLast; ) {
    const projects = await db
      .selectFrom('projects')
      .selectAll()
      .where('creator_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    isLast = projects.length < pageSize;
    if (projects.length === 0) return;
    const ids = projects.map(({ id }) => id);
    after = ids.at(-1) ?? after;
    const skills = await db
      .selectFrom('project_skills')
      .select(['project_id', 'label', 'spelling'])
      .where('project_id', 'in', ids)
      .orderBy('project_id')
      .orderBy('position')
      .execute();
    const roles = await projectRoles(db, ids);
    const byProject = Map.groupBy(skills, (skill) => skill.project_id);
    for (const project of projects)
      yield {
        ...project,
        skills: (byProject.get(project.id) ?? []).map(({ label }) => label),
        skillSpellings: (byProject.get(project.id) ?? []).map(({ spelling }) => spelling),
        roles: roles.get(project.id) ?? [],
      };
  }
}

export async function* interestsOf(db: Db, userId: string): AsyncGenerator<ProjectInterestRow> {
  for (const status of ['interested', 'accepted', 'rejected'] as const)
    yield* rowsOf<ProjectInterestRow>((last) =>
      db
        .selectFrom('project_interests')
        .selectAll()
        .where('user_id', '=', userId)
        .where('status', '=', status)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('projects')
              .select('projects.id')
              .whereRef('projects.id', '=', 'project_interests.project_id')
              .where(visibleTo(userId, 'projects.creator_id')),
          ),
        )
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(pageSize)
        .execute(),
    );
}

/** The person’s activity in projects that they may see. */
export function activityOf(db: Db, userId: string): AsyncGenerator<ProjectActivityRow> {
  return rowsOf<ProjectActivityRow>((last) =>
    db
      .selectFrom('project_activity')
      .selectAll('project_activity')
      .innerJoin('projects', 'projects.id', 'project_activity.project_id')
      .where('actor_id', '=', userId)
      .where(visibleTo(userId, 'projects.creator_id'))
      .where('project_activity.id', '>', last?.id ?? '')
      .orderBy('project_activity.id')
      .limit(pageSize)
      .execute(),
  );
}

/** The invitations that the person has made, into projects that they may see. */
export function invitesOf(db: Db, userId: string): AsyncGenerator<ProjectInviteRow> {
  return rowsOf<ProjectInviteRow>((last) =>
    db
      .selectFrom('project_invites')
      .selectAll('project_invites')
      .innerJoin('projects', 'projects.id', 'project_invites.project_id')
      .where('inviter_id', '=', userId)
      .where(visibleTo(userId, 'projects.creator_id'))
      .where('project_invites.id', '>', last?.id ?? '')
      .orderBy('project_invites.id')
      .limit(pageSize)
      .execute(),
  );
}

/** All that the person has told of projects: the words are theirs. */
export function updatesOf(db: Db, userId: string): AsyncGenerator<ProjectUpdateRow> {
  return rowsOf<ProjectUpdateRow>((last) =>
    db
      .selectFrom('project_updates')
      .selectAll()
      .where('author_id', '=', userId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
}

/** The projects that the person follows, of creators who are there for them. */
export function followsOf(db: Db, userId: string): AsyncGenerator<ProjectFollowRow> {
  return rowsOf<ProjectFollowRow>((last) =>
    db
      .selectFrom('project_follows')
      .selectAll('project_follows')
      .innerJoin('projects', 'projects.id', 'project_follows.project_id')
      .where('user_id', '=', userId)
      .where(visibleTo(userId, 'projects.creator_id'))
      .where('project_follows.project_id', '>', last?.project_id ?? '')
      .orderBy('project_follows.project_id')
      .limit(pageSize)
      .execute(),
  );
}
