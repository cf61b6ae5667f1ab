import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { ConversationMemberRow, ConversationRow, MessageRow } from '#upstream/db/schema.ts';
import { pairKey } from '#upstream/ids.ts';
import { isConnectedTo } from '../requests/relations.ts';
import { isThereFor, visibleTo } from './people.ts';
import { isRoomOf } from './rooms.ts';
import type { Visible } from './visible.ts';

/** A conversation of the viewer, with what they have read and chosen in it. */
export type VisibleConversation = Visible<
  ConversationRow &
    Pick<ConversationMemberRow, 'last_message_at' | 'read_seq' | 'muted' | 'told_of_blocks'> & {
      viewer_id: string;
      /** The other person of a pair; null in a room. */
      peer_id: string | null;
      /** Messages of others that the viewer has not read, counted no further than `limits.unread`. */
      unread: number;
    }
>;

/** How calls and events name a conversation, for one of its people. `roomId` is the project's id. */
export type Place = { peerId: string; roomId?: never } | { roomId: string; peerId?: never };

export function placeOf({ project_id, peer_id }: Pick<VisibleConversation, 'project_id' | 'peer_id'>): Place {
  return project_id === null ? { peerId: peer_id ?? '' } : { roomId: project_id };
}

/** A message of a conversation of the viewer. Its text is read through `shownText`, which hides what a moderator has hidden. */
export type VisibleMessage = Visible<MessageRow>;

/** Where reads of the viewer's conversations begin that include chats which can no longer be read. */
export function ownConversations(db: Db, viewerId: string) {
  return db
    .selectFrom('conversation_members as own')
    .innerJoin('conversations', 'conversations.id', 'own.conversation_id')
    .leftJoin('conversation_members as peer', (join) =>
      join
        .onRef('peer.conversation_id', '=', 'own.conversation_id')
        .on('peer.user_id', '<>', viewerId)
        .on('conversations.project_id', 'is', null),
    )
    .selectAll('conversations')
    .select(['own.user_id as viewer_id', 'own.last_message_at', 'own.read_seq', 'own.muted', 'own.told_of_blocks'])
    .select(['peer.user_id as peer_id', unreadBy(viewerId).as('unread')])
    .where('own.user_id', '=', viewerId)
    .$castTo<VisibleConversation>();
}

/**
 * Where all other reads of conversations begin: rooms of the viewer, and chats of two who are connected, or of whom the other
 * person is gone for the viewer, which leaves the chat closed. After a connection was removed a chat cannot be read.
 */
export function readableConversations(db: Db, viewerId: string) {
  return ownConversations(db, viewerId).where(
    sql<boolean>`case when conversations.project_id is not null then ${isRoomOf(viewerId)}
      else ${isConnectedTo(viewerId, 'peer.user_id')} or not (${isThereFor(viewerId, 'peer.user_id')}) end`,
  );
}

/** Nothing is unread in a closed chat: nobody can mark it as read. The line about a new member is not counted. */
export function unreadBy(viewerId: string) {
  return sql<number>`case
    when conversations.project_id is null and not ${isConnectedTo(viewerId, 'peer.user_id')} then 0
    else (select cast(count(*) as integer) from (select 1 from messages
      where messages.conversation_id = conversations.id and messages.seq > own.read_seq
        and messages.sender_id <> ${viewerId} and messages.deleted_at is null and messages.event is null
        and ${visibleTo(viewerId, 'messages.sender_id')}
      limit ${sql.lit(limits.unread.max)}) as unread_messages) end`;
}

/** A conversation without any message is not there yet. */
export function findConversation(
  db: Db,
  viewerId: string,
  { peerId, roomId }: Place,
): Promise<VisibleConversation | undefined> {
  const readable = readableConversations(db, viewerId);
  const found =
    roomId === undefined
      ? readable.where('conversations.pair', '=', pairKey(viewerId, peerId))
      : readable.where('conversations.project_id', '=', roomId);
  return found.executeTakeFirst();
}

/** The conversation of a message of the viewer, while it can be read. */
export function findChatOf(
  db: Db,
  viewerId: string,
  { conversation_id }: VisibleMessage,
): Promise<VisibleConversation | undefined> {
  return readableConversations(db, viewerId).where('conversations.id', '=', conversation_id).executeTakeFirst();
}

/** The condition on a message beside its conversation: in a room, those of people with a block between them and the viewer are left out. */
function isShownTo(viewerId: string) {
  return sql<boolean>`(conversations.project_id is null or ${visibleTo(viewerId, 'messages.sender_id')})`;
}

/** Where reads of the messages of one conversation begin. */
export function visibleMessages(db: Db, { id, viewer_id: viewerId }: Pick<VisibleConversation, 'id' | 'viewer_id'>) {
  return messagesFor(db, viewerId).where('conversation_id', '=', id);
}

function messagesFor(db: Db, viewerId: string) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .selectAll('messages')
    .where(isShownTo(viewerId))
    .$castTo<VisibleMessage>();
}

/** A person's own messages in rooms, by their ids. */
export function ownRoomMessages(
  db: Db,
  userId: string,
  { after, limit }: { after: string; limit: number },
): Promise<(VisibleMessage & { room_id: string })[]> {
  return messagesFor(db, userId)
    .select(sql<string>`project_id`.as('room_id'))
    .where('sender_id', '=', userId)
    .where('project_id', 'is not', null)
    .where('messages.id', '>', after)
    .orderBy('messages.id')
    .limit(limit)
    .execute();
}

/** A message to or from the viewer, also of a chat that can no longer be read, or of a room of theirs. */
export function findMessage(db: Db, viewerId: string, id: string): Promise<VisibleMessage | undefined> {
  return messagesFor(db, viewerId)
    .where('messages.id', '=', id)
    .where(({ and, eb, exists, or, selectFrom }) =>
      and([
        or([eb('project_id', 'is', null), isRoomOf(viewerId)]),
        exists(
          selectFrom('conversation_members')
            .select('user_id')
            .whereRef('conversation_members.conversation_id', '=', 'conversations.id')
            .where('user_id', '=', viewerId),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** The newest message of each of these conversations of the viewer, by the conversation's id. */
export async function lastMessages(
  db: Db,
  viewerId: string,
  conversations: readonly VisibleConversation[],
): Promise<Map<string, VisibleMessage>> {
  if (conversations.length === 0) return new Map();
  const rows = await db
    .selectFrom('conversations')
    .innerJoin('messages as last', (join) =>
      join.onRef('last.conversation_id', '=', 'conversations.id').on(
        'last.seq',
        '=',
        sql<number>`(select seq from messages where messages.conversation_id = conversations.id
            and ${isShownTo(viewerId)} order by seq desc limit 1)`,
      ),
    )
    .selectAll('last')
    .where(
      'conversations.id',
      'in',
      conversations.map(({ id }) => id),
    )
    .$castTo<VisibleMessage>()
    .execute();
  return new Map(rows.map((row) => [row.conversation_id, row]));
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
  const rows = await messagesFor(db, viewerId)
    .where(
      'messages.id',
      'in',
      answers.flatMap(({ reply_to }) => reply_to ?? []),
    )
    .execute();
  return new Map(rows.filter((row) => conversations.get(row.id) === row.conversation_id).map((row) => [row.id, row]));
}

export type SearchedConversation = Pick<
  VisibleConversation,
  'id' | 'peer_id' | 'last_message_at' | 'last_seq' | 'words_seq'
>;

/** A search looks into so many conversations, those last spoken in. */
const searchedMost = 3000;

/** The conversations that a search looks into: all chats of two that can be read, or only this place. The last spoken first. */
export function searchedConversations(
  db: Db,
  viewerId: string,
  place: Place | undefined,
): Promise<SearchedConversation[]> {
  const all = readableConversations(db, viewerId)
    .clearSelect()
    .select(['conversations.id', 'peer.user_id as peer_id', 'own.last_message_at', 'last_seq', 'words_seq'])
    .orderBy('own.last_message_at', 'desc')
    .limit(searchedMost);
  if (place?.roomId !== undefined) return all.where('project_id', '=', place.roomId).execute();
  const chats = all.where('project_id', 'is', null);
  return (place === undefined ? chats : chats.where('pair', '=', pairKey(viewerId, place.peerId))).execute();
}

/** Messages by their places in conversations that the viewer has searched, in that order, with their neighbours. */
export async function messagesAround(
  db: Db,
  viewerId: string,
  conversations: readonly SearchedConversation[],
  places: readonly { conversation_id: string; seq: number }[],
): Promise<{ message: VisibleMessage; before?: VisibleMessage; after?: VisibleMessage }[]> {
  const own = new Set(conversations.map(({ id }) => id));
  const asked = places.filter(({ conversation_id }) => own.has(conversation_id));
  if (asked.length === 0) return [];
  const rows = await messagesFor(db, viewerId)
    .where(({ eb, or, and }) =>
      or(
        asked.map(({ conversation_id, seq }) =>
          and([eb('conversation_id', '=', conversation_id), eb('seq', 'in', [seq - 1, seq, seq + 1])]),
        ),
      ),
    )
    .execute();
  const at = new Map(rows.map((row) => [`${row.conversation_id} ${row.seq}`, row]));
  return asked.flatMap(({ conversation_id, seq }) => {
    const [before, message, after] = [seq - 1, seq, seq + 1].map((one) => at.get(`${conversation_id} ${one}`));
    // It may have been hidden or deleted since its words were found.
    if (!message || message.hidden_at !== null || message.deleted_at !== null) return [];
    return [{ message, ...(before && { before }), ...(after && { after }) }];
  });
}
