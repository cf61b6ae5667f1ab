import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { ProjectRow } from '#upstream/db/schema.ts';
import { isThereFor } from './people.ts';
import type { Visible } from './visible.ts';

/** A project that the viewer may see: its creator is there for them, and no moderator has hidden it from them, and it is not deleted. */
export type VisibleProject = Visible<ProjectRow>;

/** Where reads of projects begin. */
export function visibleProjects(db: Db, viewerId: string) {
  return db.selectFrom('projects').selectAll('projects').where(isProjectVisible(viewerId)).$castTo<VisibleProject>();
}

/** The condition on `projects` that the viewer sees the project, and is its creator or a member. */
export function isInTeam(viewerId: string) {
  return sql<boolean>`(${isProjectVisible(viewerId)} and (projects.creator_id = ${viewerId} or exists (
    select 1 from project_interests as own
    where own.project_id = projects.id and own.user_id = ${viewerId} and own.status = 'accepted')))`;
}

function isProjectVisible(viewerId: string) {
  return sql<boolean>`(projects.erase_at is null and (projects.creator_id = ${viewerId}
    or (projects.hidden_at is null and ${isThereFor(viewerId, 'projects.creator_id')})))`;
}

/** A row that the viewer has just written. */
export function asOwnProject(row: ProjectRow, viewerId: string): VisibleProject {
  if (row.creator_id !== viewerId) throw new Error('This project is somebody else’s.');
  return row as VisibleProject;
}
