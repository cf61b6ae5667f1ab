import { sql } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { markNoticeRead } from '../notifications/notification-store.ts';
import { findConversation, type Place, type VisibleConversation } from '../visibility/messages.ts';
import { markMentionsRead } from './mention-notices.ts';
import { seqOf } from './message-pages.ts';

/** Id of the newest message that `userId` is shown to have read; null when none. */
export async function readUpTo(db: Db, { id }: VisibleConversation, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('conversation_members')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'conversation_members.conversation_id')
        .onRef('messages.seq', '=', 'conversation_members.shown_seq'),
    )
    .select('messages.id')
    .where('conversation_members.conversation_id', '=', id)
    .where('conversation_members.user_id', '=', userId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Marks a conversation as read by `userId` up to a message. The mark never moves backwards; without `isShown` nobody else
 * learns of it. Returns the remaining unread count; undefined when there is no such message.
 */
export async function markRead(
  trx: Trx,
  read: { userId: string; place: Place; messageId: string; isShown: boolean; now: number },
): Promise<{ unread: number; isNoticeRead: boolean } | undefined> {
  const { userId, place, messageId, isShown, now } = read;
  const conversation = await findConversation(trx, userId, place);
  const seq = conversation && (await seqOf(trx, conversation, messageId));
  if (conversation === undefined || seq === undefined) return undefined;
  const further = (column: 'read_seq' | 'shown_seq') =>
    sql<number>`case when ${sql.ref(column)} > ${seq} then ${sql.ref(column)} else ${seq} end`;
  await trx
    .updateTable('conversation_members')
    .set({ read_seq: further('read_seq'), ...(isShown && { shown_seq: further('shown_seq') }) })
    .where('conversation_id', '=', conversation.id)
    .where('user_id', '=', userId)
    .execute();
  const unread = (await findConversation(trx, userId, place))?.unread ?? 0;
  const { peerId, roomId } = place;
  const isNoticeRead =
    roomId === undefined
      ? unread === 0 && (await markNoticeRead(trx, { userId, kind: 'message', subject: peerId, now }))
      : await markMentionsRead(trx, { userId, roomId, conversationId: conversation.id, seq, now });
  return { unread, isNoticeRead };
}
