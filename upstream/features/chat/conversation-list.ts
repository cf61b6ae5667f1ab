import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import type { Visible } from '../visibility/visible.ts';

type Side = 'low' | 'high';

export type ConversationSummary = Visible<{
  id: string;
  peer_id: string;
  last_message_at: number;
  message_id: string;
  text: string;
  hidden_at: number | null;
  deleted_at: number | null;
  picture_count: number;
  sender_id: string;
  created_at: number;
  unread: number;
}>;

/** A person's conversations with connected, deleted or blocked people, last message first, one row more than asked for. */
export async function listConversations(
  db: Db,
  userId: string,
  page: { limit: number; after?: TimeKey | undefined },
): Promise<ConversationSummary[]> {
  const after = page.after ? sql`and (c.last_message_at, c.id) < (${page.after.time}, ${page.after.id})` : sql.raw('');
  // One query per participant column, so that each uses its own index. The join comes before the limit, so that pages
  // are full.
  const side = (mine: Side, theirs: Side) => sql`
    select * from (
      select c.id, c.${sql.ref(`user_${theirs}`)} as peer_id, c.last_seq, c.last_message_at,
        c.${sql.ref(`unread_${mine}`)} as unread
      from conversations c
      left join connections r on r.low_id = c.user_low and r.high_id = c.user_high
      left join users gone on gone.id = c.${sql.ref(`user_${theirs}`)} and gone.deleted_at is not null
      where c.${sql.ref(`user_${mine}`)} = ${userId} and c.last_seq > 0 ${after}
        and (r.id is not null or gone.id is not null or c.blocked = 1)
      order by c.last_message_at desc, c.id desc limit ${page.limit + 1}
    ) as ${sql.raw(`side_${mine}`)}`;
  const found = await sql<ConversationSummary>`
    select c.id, c.peer_id, c.last_message_at, m.id as message_id, m.text, m.hidden_at, m.deleted_at, m.picture_count,
      m.sender_id, m.created_at, c.unread
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
    join connections r on r.low_id = c.user_low and r.high_id = c.user_high
    where c.${sql.ref(`user_${mine}`)} = ${userId} and c.${sql.ref(`unread_${mine}`)} > 0`;
  const found = await sql<UnreadTotals>`
    select coalesce(sum(unread), 0) as messages, count(*) as conversations
    from (${side('low')} union all ${side('high')}) as c`.execute(db);
  return found.rows[0] ?? { messages: 0, conversations: 0 };
}
