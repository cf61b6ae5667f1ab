import { sql } from 'kysely';
import type { RoomConversation } from '#shared/api/chat.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import { iso } from '#upstream/iso.ts';
import { visibleMessages } from '../visibility/messages.ts';
import { visibleTo } from '../visibility/people.ts';
import { type ListedRoom, visibleRooms } from '../visibility/rooms.ts';
import type { UnreadTotals } from './conversation-list.ts';
import { shownLine } from './present-messages.ts';

interface UnreadRoom {
  id: string;
  unread: number;
  muted: number;
}

/** Rooms of the viewer with messages of others that the viewer has not read; counts no further than `limits.roomUnread`. */
async function unreadRooms(db: Db, viewerId: string): Promise<UnreadRoom[]> {
  const rooms = visibleRooms(db, viewerId).clearSelect().select('conversations.id');
  const { rows } = await sql<UnreadRoom>`
    select id, muted, unread from (
      select room.id, coalesce(r.muted, 0) as muted, (select count(*) from (
        select 1 from messages where messages.conversation_id = room.id and messages.seq > coalesce(r.read_seq, 0)
          and messages.sender_id <> ${viewerId} and messages.deleted_at is null
          and ${visibleTo(viewerId, 'messages.sender_id')} limit ${sql.lit(limits.roomUnread.max)}
      ) as found) as unread
      from (${rooms}) as room
      left join conversation_reads r on r.conversation_id = room.id and r.user_id = ${viewerId}
    ) as counted where unread > 0`.execute(db);
  return rows.map((row) => ({ ...row, unread: Number(row.unread) }));
}

interface RoomPage {
  rows: ListedRoom[];
  present: (rows: readonly ListedRoom[]) => Promise<Map<string, RoomConversation>>;
  /** Without muted rooms. */
  unread: UnreadTotals;
}

/** The viewer's rooms, the last spoken in first, one more than asked for. */
export async function listRooms(
  db: Db,
  viewerId: string,
  { limit, after }: { limit: number; after?: TimeKey | undefined },
): Promise<RoomPage> {
  let query = visibleRooms(db, viewerId)
    .orderBy('last_message_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(sql<boolean>`(last_message_at, conversations.id) < (${after.time}, ${after.id})`);
  const rows = await query.execute();
  const unread = await unreadRooms(db, viewerId);
  const counted = unread.filter(({ muted }) => muted === 0);
  const unreadOf = new Map(unread.map((room) => [room.id, room.unread]));
  return {
    rows,
    present: async (shown) => {
      const items = new Map<string, RoomConversation>();
      for (const row of shown)
        items.set(row.id, await presentRoom(db, row, { viewerId, unread: unreadOf.get(row.id) ?? 0 }));
      return items;
    },
    unread: { messages: counted.reduce((sum, room) => sum + room.unread, 0), conversations: counted.length },
  };
}

async function presentRoom(
  db: Db,
  row: ListedRoom,
  { viewerId, unread }: { viewerId: string; unread: number },
): Promise<RoomConversation> {
  const last = await visibleMessages(db, { ...row, viewer_id: viewerId })
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { room_project_id: _id, room_name: projectName, room_image: projectImage } = row;
  return {
    room: { _id, project: { _id, projectName, ...(projectImage && { projectImage }) } },
    lastMessage: last
      ? {
          ...{ _id: last.id, text: shownLine(last), senderId: last.sender_id, createdAt: iso(last.created_at) },
          ...(last.deleted_at !== null && { deletedAt: iso(last.deleted_at) }),
          ...(last.event !== null && { event: last.event }),
        }
      : null,
    unread,
    ...(row.muted === 1 && { muted: true }),
  };
}
