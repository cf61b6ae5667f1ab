import { sql, type Transaction } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ConversationReadRow, ConversationRow, Database } from '#upstream/db/schema.ts';
import { findConversation, type VisibleConversation } from '../visibility/messages.ts';
import { seqOf } from './message-pages.ts';

/** A conversation counts unread messages in one column per participant. */
export function unreadColumns({ user_low }: Pick<ConversationRow, 'user_low'>, userId: string) {
  return userId === user_low
    ? ({ mine: 'unread_low', theirs: 'unread_high' } as const)
    : ({ mine: 'unread_high', theirs: 'unread_low' } as const);
}

/** How many of the conversation's messages `userId` has not read. */
export function unreadOf(conversation: ConversationRow, userId: string): number {
  return conversation[unreadColumns(conversation, userId).mine];
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
 * `isShown` the other person does not learn of it. Returns the remaining unread count; undefined when there is no such
 * message.
 */
export async function markRead(
  trx: Transaction<Database>,
  read: { userId: string; peerId: string; messageId: string; isShown: boolean; now: number },
): Promise<{ unread: number } | undefined> {
  const conversation = await findConversation(trx, read.userId, read.peerId);
  if (!conversation) return undefined;
  const seq = await seqOf(trx, conversation, read.messageId);
  if (seq === undefined) return undefined;
  const { mine } = unreadColumns(conversation, read.userId);
  // Counted while the row is locked, because a message may arrive at the same moment. Deleted messages do not count as unread.
  const after = sql`(last_seq - ${seq} - (select count(*) from messages where conversation_id = conversations.id
    and seq > ${seq} and deleted_at is not null))`;
  const left = await trx
    .updateTable('conversations')
    .set({ [mine]: sql`case when ${sql.ref(mine)} < ${after} then ${sql.ref(mine)} else ${after} end` })
    .where('id', '=', conversation.id)
    .returning(`${mine} as unread`)
    .executeTakeFirstOrThrow();
  await noteRead(trx, {
    conversation_id: conversation.id,
    user_id: read.userId,
    read_seq: seq,
    shown_seq: read.isShown ? seq : 0,
    read_at: read.now,
  });
  return { unread: left.unread };
}

/** How far a person has read. The mark never moves backwards. */
export async function noteRead(trx: Trx, read: Omit<ConversationReadRow, 'muted' | 'told_of_blocks'>): Promise<void> {
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
