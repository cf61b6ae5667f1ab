import type { Transaction } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ConversationRow, Database, MessageRow } from '#upstream/db/schema.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { noteMessage } from '../notifications/notification-store.ts';
import { visibleTo } from '../visibility/people.ts';
import { attachPictures, type PictureOfMessage } from './chat-picture-store.ts';
import { noteMentions } from './mention-notices.ts';
import { noteRead, unreadColumns } from './read-marks.ts';

/** Whether a conversation of this person has a message since then. */
export async function hasSpokenSince(db: Db, userId: string, time: number): Promise<boolean> {
  const side = (column: 'user_low' | 'user_high') =>
    db.selectFrom('conversations').select('id').where(column, '=', userId).where('last_message_at', '>=', time);
  const row = await side('user_low').unionAll(side('user_high')).limit(1).executeTakeFirst();
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
export async function appendMessage(
  trx: Transaction<Database>,
  sent: NewMessage | NewRoomMessage,
): Promise<AppendedMessage> {
  const { senderId, roomId, text, clientId, replyTo, pictures = [], mentions = [], event = null, now } = sent;
  const conversation =
    sent.roomId === undefined
      ? await lockConversation(trx, senderId, sent.recipientId, now)
      : await lockRoom(trx, sent.roomId, now);
  const before = clientId === undefined ? undefined : await findByClientId(trx, conversation.id, senderId, clientId);
  if (before) return { message: before, stored: false };
  if (replyTo !== undefined) await requireMessageOf(trx, conversation, { replyTo, senderId });
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
    rev: 0,
    edited_at: null,
    deleted_at: null,
    reply_to: replyTo ?? null,
    picture_count: pictures.length,
    event,
    mentions: mentions.join(' '),
    pinned_at: null,
  };
  await trx.insertInto('messages').values(message).execute();
  await attachPictures(trx, { messageId: message.id, senderId, pictures });
  await trx
    .updateTable('conversations')
    .set({ last_seq: seq, last_message_at: now, ...(roomId === undefined && unreadAfter(conversation, senderId)) })
    .where('id', '=', conversation.id)
    .execute();
  if (sent.roomId === undefined) {
    await noteMessage(trx, sent);
    return { message, stored: true };
  }
  await noteRead(trx, {
    conversation_id: conversation.id,
    user_id: senderId,
    read_seq: seq,
    shown_seq: 0,
    read_at: now,
  });
  return { message, stored: true, mentionIds: await noteMentions(trx, { message, roomId: sent.roomId }) };
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

async function lockRoom(trx: Trx, projectId: string, now: number): Promise<ConversationRow> {
  return trx
    .insertInto('conversations')
    .values({
      ...{ id: newId(now), user_low: null, user_high: null, project_id: projectId, last_seq: 0 },
      ...{ last_message_at: now, created_at: now, unread_low: 0, unread_high: 0, blocked: 0 },
    })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .where('project_id', 'is not', null)
        .doUpdateSet({ project_id: (row) => row.ref('excluded.project_id') }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
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

function unreadAfter(conversation: ConversationRow, senderId: string) {
  const { mine, theirs } = unreadColumns(conversation, senderId);
  return { [mine]: 0, [theirs]: conversation[theirs] + 1 };
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
