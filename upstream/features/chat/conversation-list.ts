import { sql } from 'kysely';
import type { ListedConversation } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import { iso } from '#upstream/iso.ts';
import { projectsByIds } from '../projects/project-store.ts';
import {
  lastMessages,
  readableConversations,
  unreadBy,
  type VisibleConversation,
  type VisibleMessage,
} from '../visibility/messages.ts';
import { joinedLine, shownLine } from './present-messages.ts';
import { findPeople } from './reader.ts';

/** The viewer's chats and rooms: the last spoken first, one more than asked for. */
export function listConversations(
  db: Db,
  viewerId: string,
  { limit, after }: { limit: number; after?: TimeKey | undefined },
): Promise<VisibleConversation[]> {
  return readableConversations(db, viewerId)
    .$if(after !== undefined, (all) =>
      all.where(sql<boolean>`(own.last_message_at, own.conversation_id) < (${after?.time}, ${after?.id})`),
    )
    .orderBy('own.last_message_at', 'desc')
    .orderBy('own.conversation_id', 'desc')
    .limit(limit + 1)
    .execute();
}

export interface UnreadTotals {
  /** Messages the person has not read. */
  messages: number;
  /** Number of conversations with unread messages. */
  conversations: number;
}

/** Over all pages of {@link listConversations}, without muted rooms. */
export async function countUnread(db: Db, viewerId: string): Promise<UnreadTotals> {
  const spokenIn = readableConversations(db, viewerId)
    .where('own.muted', '=', 0)
    .whereRef('last_seq', '>', 'own.read_seq')
    .clearSelect()
    .select(unreadBy(viewerId).as('unread'));
  return db
    .selectFrom(spokenIn.as('one'))
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('unread'), sql<number>`0`).as('messages'),
      fn.countAll<number>().as('conversations'),
    ])
    .where('unread', '>', 0)
    .executeTakeFirstOrThrow();
}

export async function presentConversations(
  db: Db,
  viewerId: string,
  rows: readonly VisibleConversation[],
): Promise<ListedConversation[]> {
  const last = await lastMessages(db, viewerId, rows);
  const projects = await projectsByIds(
    db,
    viewerId,
    rows.flatMap(({ project_id }) => project_id ?? []),
  );
  const joined = [...last.values()].filter(({ event }) => event !== null);
  const { people, blocked } = await findPeople(db, viewerId, [
    ...rows.flatMap(({ peer_id }) => peer_id ?? []),
    ...joined.map(({ sender_id }) => sender_id),
  ]);
  return rows.flatMap(({ id, project_id, peer_id, unread, muted }): ListedConversation[] => {
    const lastMessage = presentLine(last.get(id), people);
    const project = projects.get(project_id ?? '');
    if (project) {
      const { id: _id, name: projectName, image_url: projectImage } = project;
      const room = { _id, project: { _id, projectName, ...(projectImage && { projectImage }) } };
      return [{ room, lastMessage, unread, ...(muted === 1 && { muted: true }) }];
    }
    const user = people.get(peer_id ?? '');
    return user ? [{ user, lastMessage, unread, ...(blocked.has(user._id) && { blocked: true }) }] : [];
  });
}

function presentLine(
  row: VisibleMessage | undefined,
  people: ReadonlyMap<string, User>,
): ListedConversation['lastMessage'] {
  if (!row) return null;
  const text = row.event === null ? shownLine(row) : joinedLine(people.get(row.sender_id));
  return {
    ...{ _id: row.id, text, senderId: row.sender_id, createdAt: iso(row.created_at) },
    ...(row.deleted_at !== null && { deletedAt: iso(row.deleted_at) }),
    ...(row.event !== null && { event: row.event }),
  };
}
