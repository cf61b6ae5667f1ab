import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { VisibleConversation } from './messages.ts';
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

/** The room's conversation. A room without any message has none yet. */
export async function findRoom(db: Db, viewerId: string, projectId: string): Promise<VisibleConversation | undefined> {
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('last_seq', '>', 0)
    .where(isRoomOf(viewerId))
    .$castTo<VisibleConversation>()
    .executeTakeFirst();
  return row && { ...row, viewer_id: viewerId };
}

/**
 * Ids of the creator, first, and the members, as the viewer may see them. Between people with a block there is nothing in a
 * room, so these are also those who may learn of what the viewer does there.
 */
export async function roomPeople(db: Db, viewerId: string, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person.id from (
      select creator_id as id, '' as place from projects where id = ${projectId} and erase_at is null
      union all
      select user_id, id from project_interests where project_id = ${projectId} and status = 'accepted'
    ) as person
    where ${isHere('person.id')} and ${visibleTo(viewerId, 'person.id')}
    order by person.place limit ${sql.lit(limits.members.max + 1)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether there is a block between the viewer and somebody in the room, whoever of the two has blocked. */
export async function hasUnseenPeople(db: Db, viewerId: string, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (
      select creator_id as id from projects where id = ${projectId} and erase_at is null
      union all
      select user_id from project_interests where project_id = ${projectId} and status = 'accepted'
    ) as person
    where ${isHere('person.id')} and not ${visibleTo(viewerId, 'person.id')} limit 1`.execute(db);
  return rows.length > 0;
}

/** The viewer's rooms with any message. The projects come first, so that their indexes find the rooms. */
export function visibleRooms(db: Db, viewerId: string) {
  return db
    .selectFrom('conversations')
    .innerJoin('projects', 'projects.id', 'conversations.project_id')
    .leftJoin('conversation_reads as own_reads', (join) =>
      join.onRef('own_reads.conversation_id', '=', 'conversations.id').on('own_reads.user_id', '=', viewerId),
    )
    .selectAll('conversations')
    .select([
      'projects.id as room_project_id',
      'projects.name as room_name',
      'projects.image_url as room_image',
      'own_reads.muted',
    ])
    .where('last_seq', '>', 0)
    .where(
      sql<boolean>`conversations.project_id in (
        select id from projects where creator_id = ${viewerId}
        union all select project_id from project_interests where user_id = ${viewerId} and status = 'accepted')`,
    )
    .where(isInTeam(viewerId))
    .$castTo<ListedRoom>();
}

export type ListedRoom = VisibleConversation & {
  room_project_id: string;
  room_name: string;
  room_image: string;
  muted: number | null;
};
