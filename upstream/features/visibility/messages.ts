import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { ConversationRow, MessageRow } from '#upstream/db/schema.ts';
import { pairOf } from '#upstream/ids.ts';
import { areConnected } from '../requests/relations.ts';
import { visiblePeople, visibleTo } from './people.ts';
import { findRoom, isRoomOf } from './rooms.ts';
import type { Visible } from './visible.ts';

/** A conversation of the viewer. A pair's stays theirs to read whatever becomes of the other person. */
export type VisibleConversation = Visible<ConversationRow & { viewer_id?: string }>;

/** How calls and events name a conversation, for one of its people. */
export type Place = { peerId: string; roomId?: never } | { roomId: string; peerId?: never };

/** `roomId` is the project's id. */
export function placeOf(
  { user_low, user_high, project_id }: Pick<ConversationRow, 'user_low' | 'user_high' | 'project_id'>,
  userId: string,
): Place {
  if (project_id !== null) return { roomId: project_id };
  return { peerId: (user_low === userId ? user_high : user_low) ?? '' };
}

/** A message of a conversation of the viewer. Its text is read through `shownText`, which hides what a moderator has hidden. */
export type VisibleMessage = Visible<MessageRow>;

/** With at least one message: a row without any is only there to be locked. */
export async function findConversation(
  db: Db,
  viewerId: string,
  otherId: string,
): Promise<VisibleConversation | undefined> {
  const pair = pairOf(viewerId, otherId);
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('user_low', '=', pair.low)
    .where('user_high', '=', pair.high)
    .where('last_seq', '>', 0)
    .$castTo<VisibleConversation>()
    .executeTakeFirst();
}

/** Where reads of a viewer's conversations begin that are not of one pair: those in which the viewer is on this side. */
export function visibleConversations(db: Db, viewerId: string, side: 'user_low' | 'user_high') {
  return db.selectFrom('conversations').selectAll().where(side, '=', viewerId).$castTo<VisibleConversation>();
}

/** Where reads of messages begin. In a room, those of people with a block between them and the viewer are left out. */
export function visibleMessages(db: Db, { id, viewer_id: viewerId }: VisibleConversation) {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', id)
    .$if(viewerId !== undefined, (rows) => rows.where(visibleTo(viewerId ?? '', 'messages.sender_id')))
    .$castTo<VisibleMessage>();
}

/** A person's own messages in rooms, by their ids. */
export function ownRoomMessages(
  db: Db,
  userId: string,
  { after, limit }: { after: string; limit: number },
): Promise<(VisibleMessage & { room_id: string })[]> {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .selectAll('messages')
    .select(sql<string>`project_id`.as('room_id'))
    .where('sender_id', '=', userId)
    .where('project_id', 'is not', null)
    .where('messages.id', '>', after)
    .orderBy('messages.id')
    .limit(limit)
    .$castTo<VisibleMessage & { room_id: string }>()
    .execute();
}

/** A message to or from the viewer, also of a chat that is closed, or of a room of theirs. */
export function findMessage(db: Db, viewerId: string, id: string): Promise<VisibleMessage | undefined> {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .selectAll('messages')
    .where('messages.id', '=', id)
    .where(({ and, eb, or }) =>
      or([
        eb('user_low', '=', viewerId),
        eb('user_high', '=', viewerId),
        and([isRoomOf(viewerId), visibleTo(viewerId, 'messages.sender_id')]),
      ]),
    )
    .$castTo<VisibleMessage>()
    .executeTakeFirst();
}

/**
 * The conversation of a message of the viewer, while it can be read: a room of theirs; the two are connected, or the other
 * person is gone for the viewer, which leaves the chat closed. After a connection was removed it cannot.
 */
export async function findChatOf(
  db: Db,
  viewerId: string,
  { conversation_id: id }: VisibleMessage,
): Promise<VisibleConversation | undefined> {
  const chat = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .$castTo<VisibleConversation>()
    .executeTakeFirst();
  if (!chat) return undefined;
  const { peerId, roomId } = placeOf(chat, viewerId);
  if (roomId !== undefined) return findRoom(db, viewerId, roomId);
  if (await areConnected(db, viewerId, peerId)) return chat;
  const peer = await visiblePeople(db, viewerId).where('users.id', '=', peerId).executeTakeFirst();
  return peer ? undefined : chat;
}

/**
 * The messages that these ones answer, by their ids. Both are of one conversation: a person who sees the one sees the other,
 * except in a room, where there may be a block between the viewer and the author of the quoted one.
 */
export async function visibleQuotes(
  db: Db,
  viewerId: string,
  answers: readonly VisibleMessage[],
): Promise<Map<string, VisibleMessage>> {
  if (answers.length === 0) return new Map();
  const conversations = new Map(answers.map((row) => [row.reply_to, row.conversation_id]));
  const rows = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .selectAll('messages')
    .where(({ eb, or }) => or([eb('project_id', 'is', null), visibleTo(viewerId, 'messages.sender_id')]))
    .where(
      'messages.id',
      'in',
      answers.flatMap(({ reply_to }) => reply_to ?? []),
    )
    .$castTo<VisibleMessage>()
    .execute();
  return new Map(rows.filter((row) => conversations.get(row.id) === row.conversation_id).map((row) => [row.id, row]));
}

export type ReadableConversation = Visible<{
  id: string;
  /** The other person; null for a room. */
  peer_id: string | null;
  last_message_at: number;
  last_seq: number;
  words_seq: number;
}>;

/** A search looks into so many conversations, those last spoken in. */
const searchedMost = 3000;

/** The viewer's chats that can be read, as their list has them; with a person only theirs. The last spoken first. */
export async function readableConversations(
  db: Db,
  viewerId: string,
  withId: string | undefined,
): Promise<ReadableConversation[]> {
  const side = (mine: 'user_low' | 'user_high', theirs: 'user_low' | 'user_high') => sql`
    select * from (
      select c.id, c.${sql.ref(theirs)} as peer_id, c.last_message_at, c.last_seq, c.words_seq
      from conversations c
      where c.${sql.ref(mine)} = ${viewerId} ${withId === undefined ? sql`` : sql`and c.${sql.ref(theirs)} = ${withId}`}
        and c.last_seq > 0
        and (c.blocked = 1
          or exists (select 1 from connections r where r.low_id = c.user_low and r.high_id = c.user_high)
          or exists (select 1 from users gone where gone.id = c.${sql.ref(theirs)} and gone.deleted_at is not null))
      order by c.last_message_at desc limit ${sql.lit(searchedMost)}
    ) as ${sql.ref(mine)}`;
  const { rows } = await sql<ReadableConversation>`
    ${side('user_low', 'user_high')} union all ${side('user_high', 'user_low')}
    order by last_message_at desc limit ${sql.lit(searchedMost)}`.execute(db);
  return rows;
}

/** The room, for a search in it alone. */
export async function searchedRoom(db: Db, viewerId: string, projectId: string): Promise<ReadableConversation[]> {
  const room = await findRoom(db, viewerId, projectId);
  return room ? [{ ...room, peer_id: null }] : [];
}

/** Messages by their places in conversations of the viewer, in that order, with their neighbours. `viewerInRoom` where it is a room. */
export async function messagesAround(
  db: Db,
  conversations: readonly ReadableConversation[],
  places: readonly { conversation_id: string; seq: number }[],
  viewerInRoom?: string,
): Promise<{ message: VisibleMessage; before?: VisibleMessage; after?: VisibleMessage }[]> {
  const own = new Set(conversations.map(({ id }) => id));
  const asked = places.filter(({ conversation_id }) => own.has(conversation_id));
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .$if(viewerInRoom !== undefined, (query) => query.where(visibleTo(viewerInRoom ?? '', 'messages.sender_id')))
    .where(({ eb, or, and }) =>
      or(
        asked.map(({ conversation_id, seq }) =>
          and([eb('conversation_id', '=', conversation_id), eb('seq', 'in', [seq - 1, seq, seq + 1])]),
        ),
      ),
    )
    .$castTo<VisibleMessage>()
    .execute();
  const at = new Map(rows.map((row) => [`${row.conversation_id} ${row.seq}`, row]));
  return asked.flatMap(({ conversation_id, seq }) => {
    const [before, message, after] = [seq - 1, seq, seq + 1].map((one) => at.get(`${conversation_id} ${one}`));
    // An instance of the version before may have hidden it.
    if (!message || message.hidden_at !== null || message.deleted_at !== null) return [];
    return [{ message, ...(before && { before }), ...(after && { after }) }];
  });
}
