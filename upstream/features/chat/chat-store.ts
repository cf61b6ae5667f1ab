import { sql } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ConversationRow, MessageRow } from '#upstream/db/schema.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { newId, pairKey } from '#upstream/ids.ts';
import { noteMessage } from '../notifications/notification-store.ts';
import { visibleTo } from '../visibility/people.ts';
import { teamOf } from '../visibility/rooms.ts';
import { noteMentions } from './mention-notices.ts';
import { attachPictures, type PictureOfMessage } from './pictures/chat-picture-store.ts';

/** Whether a conversation of this person has a message since then. */
export async function hasSpokenSince(db: Db, userId: string, time: number): Promise<boolean> {
  const row = await db
    .selectFrom('conversation_members')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .where('last_message_at', '>=', time)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** To a person. */
export interface NewMessage extends NewText {
  recipientId: string;
  roomId?: never;
}

interface NewRoomMessage extends NewText {
  /** The project. */
  roomId: string;
  recipientId?: never;
}

interface NewText {
  senderId: string;
  text: string;
  /** The sender's id for the message: sending it again stores nothing. */
  clientId?: string | undefined;
  /** The message of the conversation that it answers. */
  replyTo?: string | undefined;
  pictures?: readonly PictureOfMessage[] | undefined;
  /** In a room, ids of the people it names. */
  mentions?: readonly string[] | undefined;
  /** In a room, a line about the sender. */
  event?: 'joined';
  now: number;
}

/** `stored` is false when the same message was stored before; it then causes no notification. */
export interface AppendedMessage {
  message: MessageRow;
  stored: boolean;
  /** In a room, the notifications of those whom it names. */
  mentionIds?: readonly string[];
}

/**
 * Stores a message as the last of its conversation and marks everything before it as read by the sender. The caller holds
 * the place (`holdPlace`) in the same transaction.
 */
export async function appendMessage(trx: Trx, sent: NewMessage | NewRoomMessage): Promise<AppendedMessage> {
  const {
    senderId,
    recipientId,
    roomId,
    text,
    clientId,
    replyTo,
    pictures = [],
    mentions = [],
    event = null,
    now,
  } = sent;
  const conversation = await takeNextSeq(
    trx,
    roomId === undefined ? { pair: pairKey(senderId, recipientId) } : { project_id: roomId },
    now,
  );
  const seq = conversation.last_seq;
  const message: MessageRow = {
    id: newId(now),
    conversation_id: conversation.id,
    seq,
    sender_id: senderId,
    text,
    client_id: clientId === undefined ? null : storedClientId(conversation.id, clientId),
    created_at: now,
    hidden_at: null,
    rev: 0,
    edited_at: null,
    deleted_at: null,
    reply_to: replyTo ?? null,
    picture_count: pictures.length,
    event,
    mentions: mentions.join(' '),
    pinned_at: null,
  };
  const inserted = await trx
    .insertInto('messages')
    .values(message)
    .onConflict((conflict) => conflict.columns(['sender_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (message.client_id !== null && inserted === undefined) {
    // A message that is sent again gives its number back: clients take a gap for a message that they have missed.
    await trx
      .updateTable('conversations')
      .set({ last_seq: seq - 1 })
      .where('id', '=', conversation.id)
      .execute();
    return { message: await findByClientId(trx, senderId, message.client_id), stored: false };
  }
  if (replyTo !== undefined) await requireMessageOf(trx, conversation, { replyTo, senderId });
  await attachPictures(trx, { messageId: message.id, senderId, pictures });
  await noteSpoken(trx, message, roomId === undefined ? [senderId, recipientId] : await teamOf(trx, roomId));
  if (roomId !== undefined) return { message, stored: true, mentionIds: await noteMentions(trx, { message, roomId }) };
  await noteMessage(trx, { senderId, recipientId, now });
  return { message, stored: true };
}

/**
 * Takes the next `seq` of the conversation, which is created if missing, and returns its row under a lock: messages of a
 * conversation are stored one by one.
 */
function takeNextSeq(trx: Trx, key: { pair: string } | { project_id: string }, now: number): Promise<ConversationRow> {
  return trx
    .insertInto('conversations')
    .values({ id: newId(now), ...key, last_seq: 1 })
    .onConflict((conflict) =>
      conflict.column('pair' in key ? 'pair' : 'project_id').doUpdateSet({ last_seq: sql`conversations.last_seq + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The conversation moves up in the lists of these people. Its sender has read everything before. */
async function noteSpoken(
  trx: Trx,
  { conversation_id, sender_id, seq, created_at }: MessageRow,
  userIds: readonly string[],
): Promise<void> {
  await trx
    .insertInto('conversation_members')
    .values(
      userIds.map((user_id) => ({
        ...{ conversation_id, user_id, last_message_at: created_at },
        read_seq: user_id === sender_id ? seq : 0,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'user_id']).doUpdateSet({
        last_message_at: created_at,
        read_seq: sql<number>`case when conversation_members.user_id = ${sender_id} then ${seq} else conversation_members.read_seq end`,
      }),
    )
    .execute();
}

/** Also a deleted one: it may have been deleted while the answer waited to be sent. */
async function requireMessageOf(
  trx: Trx,
  { id, project_id }: Pick<ConversationRow, 'id' | 'project_id'>,
  { replyTo, senderId }: { replyTo: string; senderId: string },
): Promise<void> {
  const row = await trx
    .selectFrom('messages')
    .select('id')
    .$if(project_id !== null, (query) => query.where(visibleTo(senderId, 'messages.sender_id')))
    .where('id', '=', replyTo)
    .where('conversation_id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('The message that you answer is not in this conversation.');
}

/** The unique constraint is per sender; a client only guarantees unique ids within a conversation. */
function storedClientId(conversationId: string, clientId: string): string {
  return `${conversationId}/${clientId}`;
}

/** The client id as the sender chose it. */
export function clientIdOf(message: MessageRow): string | undefined {
  return message.client_id?.slice(message.conversation_id.length + 1);
}

function findByClientId(db: Db, senderId: string, clientId: string): Promise<MessageRow> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
}
