import { sql } from 'kysely';
import type { ChangedMessage, ChatMessage } from '#shared/api/chat.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { invalidParameter } from '#upstream/http/api-error.ts';
import { markNoticeRead } from '../notifications/notification-store.ts';
import {
  findChatOf,
  findConversation,
  findMessage,
  type Place,
  placeOf,
  type VisibleConversation,
  type VisibleMessage,
  visibleMessages,
} from '../visibility/messages.ts';
import { markMentionsRead } from './mention-notices.ts';
import { presentMessages } from './present-messages.ts';
import { type Reader, readerOf } from './reader.ts';

/** The newest messages below `beforeSeq`, oldest first, and whether older ones exist. */
async function readMessages(
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
async function seqOf(db: Db, conversation: VisibleConversation, messageId: string): Promise<number | undefined> {
  return (await visibleMessages(db, conversation).where('messages.id', '=', messageId).executeTakeFirst())?.seq;
}

/** A page of a conversation for its viewer. Throws 400 where `before` is no message of the conversation. */
export async function readPage(
  db: Db,
  conversation: VisibleConversation,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ messages: ChatMessage[]; hasMore: boolean; reader: Reader }> {
  const beforeSeq = before === undefined ? undefined : await seqOf(db, conversation, before);
  if (before !== undefined && beforeSeq === undefined)
    throw invalidParameter({ before: 'This is no message of this conversation.' });
  const { messages, hasMore } = await readMessages(db, conversation, { beforeSeq, limit });
  const reader = await readerOf(db, conversation.viewer_id, messages, [conversation]);
  return { messages: await presentMessages(db, messages, reader), hasMore, reader };
}

interface ReadMessage {
  message: ChatMessage;
  /** The same as events carry it. */
  asEvent: ChangedMessage;
  place: Place;
  rev: number;
  /** Messages of the conversation that the viewer has not read. */
  unread: number;
}

/** One message of a conversation that the viewer can read. */
export async function readMessageAs(db: Db, viewerId: string, messageId: string): Promise<ReadMessage | undefined> {
  const row = await findMessage(db, viewerId, messageId);
  const chat = row && (await findChatOf(db, viewerId, row));
  if (!row || !chat) return undefined;
  const [message] = await presentMessages(db, [row], await readerOf(db, viewerId, [row], [chat]));
  if (!message) return undefined;
  const asEvent = { ...message, senderId: row.sender_id };
  return { message, asEvent, place: placeOf(chat), rev: row.rev, unread: chat.unread };
}

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
