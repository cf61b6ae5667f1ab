import { sql, type Transaction } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { ConversationReadRow, ConversationRow, Database, MessageRow } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { noteMessage } from '../notifications/notification-store.ts';
import { queuePushes } from '../push/queue-pushes.ts';
import {
  findConversation,
  type VisibleConversation,
  type VisibleMessage,
  visibleMessages,
} from '../visibility/messages.ts';
import type { Visible } from '../visibility/visible.ts';

/** Whether a conversation of this person has a message since then. */
export async function hasSpokenSince(db: Db, userId: string, time: number): Promise<boolean> {
  const side = (column: 'user_low' | 'user_high') =>
    db.selectFrom('conversations').select('id').where(column, '=', userId).where('last_message_at', '>=', time);
  const row = await side('user_low').unionAll(side('user_high')).limit(1).executeTakeFirst();
  return row !== undefined;
}

export interface NewMessage {
  senderId: string;
  recipientId: string;
  text: string;
  /** The sender's id for the message: sending it again stores nothing. */
  clientId?: string | undefined;
  now: number;
}

/** `stored` is false when the same message was stored before; it then causes no notification. */
export interface AppendedMessage {
  message: MessageRow;
  stored: boolean;
}

/**
 * Stores a message as the last of its conversation and marks everything before it as read by the sender. The caller
 * checks in the same transaction that the two are connected and neither is suspended.
 */
export async function appendMessage(trx: Transaction<Database>, sent: NewMessage): Promise<AppendedMessage> {
  const { senderId, recipientId, text, clientId, now } = sent;
  const conversation = await lockConversation(trx, senderId, recipientId, now);
  const before = clientId === undefined ? undefined : await findByClientId(trx, conversation.id, senderId, clientId);
  if (before) return { message: before, stored: false };
  const seq = conversation.last_seq + 1;
  const message: MessageRow = {
    id: newId(now),
    conversation_id: conversation.id,
    seq,
    sender_id: senderId,
    text,
    client_id: clientId === undefined ? null : storedClientId(conversation.id, clientId),
    created_at: now,
    hidden_at: null,
  };
  await trx.insertInto('messages').values(message).execute();
  const { mine, theirs } = unreadColumns(conversation, senderId);
  await trx
    .updateTable('conversations')
    .set({ last_seq: seq, last_message_at: now, [mine]: 0, [theirs]: conversation[theirs] + 1 })
    .where('id', '=', conversation.id)
    .execute();
  const { rows } = await noteMessage(sent, sql`(select 1 as one) as stored`).execute(trx);
  if (rows[0]) await queuePushes(trx, { userId: recipientId, notificationId: rows[0].id, now });
  return { message, stored: true };
}

/**
 * Returns the conversation's row, created if missing, under a lock: messages of a conversation are stored one by one.
 */
async function lockConversation(
  trx: Transaction<Database>,
  a: string,
  b: string,
  now: number,
): Promise<ConversationRow> {
  const pair = pairOf(a, b);
  return trx
    .insertInto('conversations')
    .values({
      id: newId(now),
      user_low: pair.low,
      user_high: pair.high,
      last_seq: 0,
      last_message_at: now,
      created_at: now,
      unread_low: 0,
      unread_high: 0,
      blocked: 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_low', 'user_high']).doUpdateSet({ user_low: (row) => row.ref('excluded.user_low') }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A conversation counts unread messages in one column per participant. */
function unreadColumns({ user_low }: Pick<ConversationRow, 'user_low'>, userId: string) {
  return userId === user_low
    ? ({ mine: 'unread_low', theirs: 'unread_high' } as const)
    : ({ mine: 'unread_high', theirs: 'unread_low' } as const);
}

/** How many of the conversation's messages `userId` has not read. */
export function unreadOf(conversation: ConversationRow, userId: string): number {
  return conversation[unreadColumns(conversation, userId).mine];
}

/** The unique constraint is per sender; a client only guarantees unique ids within a conversation. */
function storedClientId(conversationId: string, clientId: string): string {
  return `${conversationId}/${clientId}`;
}

/** The client id as the sender chose it. */
export function clientIdOf(message: MessageRow): string | undefined {
  return message.client_id?.slice(message.conversation_id.length + 1);
}

async function findByClientId(
  db: Db,
  conversationId: string,
  senderId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('sender_id', '=', senderId)
    .where('client_id', '=', storedClientId(conversationId, clientId))
    .executeTakeFirst();
}

/** The newest messages below `beforeSeq`, oldest first, and whether older ones exist. */
export async function readMessages(
  db: Db,
  conversation: VisibleConversation,
  { beforeSeq, limit }: { beforeSeq?: number | undefined; limit: number },
): Promise<{ messages: VisibleMessage[]; hasMore: boolean }> {
  let query = visibleMessages(db, conversation)
    .orderBy('seq', 'desc')
    .limit(limit + 1);
  if (beforeSeq !== undefined) query = query.where('seq', '<', beforeSeq);
  const rows = await query.execute();
  return { messages: rows.slice(0, limit).reverse(), hasMore: rows.length > limit };
}

/** The `seq` of a message; undefined when the conversation does not contain it. */
export async function seqOf(db: Db, conversation: VisibleConversation, messageId: string): Promise<number | undefined> {
  return (await visibleMessages(db, conversation).where('id', '=', messageId).executeTakeFirst())?.seq;
}

/** Id of the newest message that `userId` is shown to have read; null when none. */
export async function readUpTo(db: Db, { id }: VisibleConversation, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('conversation_reads')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'conversation_reads.conversation_id')
        .onRef('messages.seq', '=', 'conversation_reads.shown_seq'),
    )
    .select('messages.id')
    .where('conversation_reads.conversation_id', '=', id)
    .where('conversation_reads.user_id', '=', userId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Marks the conversation with `peerId` as read by `userId` up to a message. The mark never moves backwards; without
 * `receipt` the other person does not learn of it. Returns the remaining unread count; undefined when there is no such
 * message.
 */
export async function markRead(
  trx: Transaction<Database>,
  read: { userId: string; peerId: string; messageId: string; receipt?: boolean; now: number },
): Promise<{ unread: number } | undefined> {
  const conversation = await findConversation(trx, read.userId, read.peerId);
  if (!conversation) return undefined;
  const seq = await seqOf(trx, conversation, read.messageId);
  if (seq === undefined) return undefined;
  const { mine } = unreadColumns(conversation, read.userId);
  // Counted while the row is locked, because a message may arrive at the same moment.
  const left = await trx
    .updateTable('conversations')
    .set({
      [mine]: sql`case when ${sql.ref(mine)} < last_seq - ${seq} then ${sql.ref(mine)} else last_seq - ${seq} end`,
    })
    .where('id', '=', conversation.id)
    .returning(`${mine} as unread`)
    .executeTakeFirstOrThrow();
  await noteRead(trx, {
    conversation_id: conversation.id,
    user_id: read.userId,
    read_seq: seq,
    shown_seq: (read.receipt ?? true) ? seq : 0,
    read_at: read.now,
  });
  return { unread: left.unread };
}

async function noteRead(trx: Transaction<Database>, read: ConversationReadRow): Promise<void> {
  const further = (column: 'read_seq' | 'shown_seq') => {
    const known = sql.ref<number>(`conversation_reads.${column}`);
    return sql<number>`case when ${known} > ${read[column]} then ${known} else ${read[column]} end`;
  };
  await trx
    .insertInto('conversation_reads')
    .values(read)
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'user_id'])
        .doUpdateSet({ read_seq: further('read_seq'), shown_seq: further('shown_seq'), read_at: read.read_at }),
    )
    .execute();
}

type Side = 'low' | 'high';

export type ConversationSummary = Visible<{
  id: string;
  peer_id: string;
  last_message_at: number;
  message_id: string;
  text: string;
  hidden_at: number | null;
  sender_id: string;
  created_at: number;
  unread: number;
}>;

/** A person's conversations with connected, deleted or blocked people, last message first, one row more than asked for. */
export async function listConversations(
  db: Db,
  userId: string,
  page: { limit: number; after?: { at: number; id: string } | undefined },
): Promise<ConversationSummary[]> {
  const after = page.after ? sql`and (c.last_message_at, c.id) < (${page.after.at}, ${page.after.id})` : sql.raw('');
  // One query per participant column, so that each uses its own index. The join comes before the limit, so that pages
  // are full.
  const side = (mine: Side, theirs: Side) => sql`
    select * from (
      select c.id, c.${sql.ref(`user_${theirs}`)} as peer_id, c.last_seq, c.last_message_at,
        c.${sql.ref(`unread_${mine}`)} as unread
      from conversations c
      left join requests r on r.pair_low = c.user_low and r.pair_high = c.user_high and r.status = 'accepted'
      left join users gone on gone.id = c.${sql.ref(`user_${theirs}`)} and gone.deleted_at is not null
      where c.${sql.ref(`user_${mine}`)} = ${userId} and c.last_seq > 0 ${after}
        and (r.id is not null or gone.id is not null or c.blocked = 1)
      order by c.last_message_at desc, c.id desc limit ${page.limit + 1}
    ) as ${sql.raw(`side_${mine}`)}`;
  const found = await sql<ConversationSummary>`
    select c.id, c.peer_id, c.last_message_at, m.id as message_id, m.text, m.hidden_at, m.sender_id, m.created_at,
      c.unread
    from (${side('low', 'high')} union all ${side('high', 'low')}) as c
    join messages m on m.conversation_id = c.id and m.seq = c.last_seq
    order by c.last_message_at desc, c.id desc limit ${page.limit + 1}`.execute(db);
  return found.rows;
}

export interface UnreadTotals {
  /** Messages the person has not read. */
  messages: number;
  /** Number of conversations with unread messages. */
  conversations: number;
}

/** Unread messages from connected people, over all pages of {@link listConversations}. */
export async function countUnread(db: Db, userId: string): Promise<UnreadTotals> {
  const side = (mine: Side) => sql`
    select c.${sql.ref(`unread_${mine}`)} as unread
    from conversations c
    join requests r on r.pair_low = c.user_low and r.pair_high = c.user_high and r.status = 'accepted'
    where c.${sql.ref(`user_${mine}`)} = ${userId} and c.${sql.ref(`unread_${mine}`)} > 0`;
  const found = await sql<UnreadTotals>`
    select coalesce(sum(unread), 0) as messages, count(*) as conversations
    from (${side('low')} union all ${side('high')}) as c`.execute(db);
  return found.rows[0] ?? { messages: 0, conversations: 0 };
}
