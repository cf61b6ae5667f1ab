import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { isHere, visibleTo } from './people.ts';
import { isInTeam, type VisibleProject, visibleProjects } from './projects.ts';

/** The project of a room that the viewer may read and write in: they are its creator or a member. */
export function findRoomProject(db: Db, viewerId: string, projectId: string): Promise<VisibleProject | undefined> {
  return visibleProjects(db, viewerId)
    .where('projects.id', '=', projectId)
    .where(isInTeam(viewerId))
    .$castTo<VisibleProject>()
    .executeTakeFirst();
}

/** The condition on `conversations` that it is a room of the viewer. */
export function isRoomOf(viewerId: string) {
  return sql<boolean>`exists (select 1 from projects where projects.id = conversations.project_id and ${isInTeam(viewerId)})`;
}

/** The creator of a project, whose `place` comes first, and its members. */
function team(projectId: string) {
  return sql`(
      select creator_id as id, '' as place from projects where id = ${projectId} and erase_at is null
      union all
      select user_id, id from project_interests where project_id = ${projectId} and status = 'accepted'
    )`;
}

/** Everybody whose conversations have the room, whoever may see whom in it. */
export async function teamOf(trx: Trx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select person.id from ${team(projectId)} as person`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Ids of the creator, first, and the members, as the viewer may see them. Between people with a block there is nothing in a
 * room, so these are also those who may learn of what the viewer does there.
 */
export async function roomPeople(db: Db, viewerId: string, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person.id from ${team(projectId)} as person
    where ${isHere('person.id')} and ${visibleTo(viewerId, 'person.id')}
    order by person.place limit ${sql.lit(limits.members.max + 1)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether there is a block between the viewer and somebody in the room, whoever of the two has blocked. */
export async function hasUnseenPeople(db: Db, viewerId: string, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${team(projectId)} as person
    where ${isHere('person.id')} and not ${visibleTo(viewerId, 'person.id')} limit 1`.execute(db);
  return rows.length > 0;
}
