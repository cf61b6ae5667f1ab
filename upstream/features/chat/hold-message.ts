import { sql } from 'kysely';
import { minute } from '#shared/durations.ts';
import { limits } from '#shared/limits.ts';
import type { Engine, Trx } from '#upstream/db/connection.ts';
import type { ConversationRow, MessageRow } from '#upstream/db/schema.ts';
import { type ApiError, conflict, forbidden, notConnected, notFound } from '#upstream/http/api-error.ts';
import { holdUsers } from '../people/people-store.ts';
import { areConnected } from '../requests/relations.ts';
import { findChatOf, findMessage, type Place, placeOf, type VisibleMessage } from '../visibility/messages.ts';
import { findRoomProject, roomPeople } from '../visibility/rooms.ts';

export interface MessageChange {
  userId: string;
  messageId: string;
  now: number;
}

export interface ChangedMessage {
  messageId: string;
  /** Everybody in the conversation, or only the one who changed it where the chat is closed. */
  toldIds: readonly string[];
  /** The people of whom an unread notification of the message, or of all unread messages, is gone. */
  noticesReadOf?: readonly string[];
}

const changedWithinMs = limits.messageChangeMinutes * minute;

export interface Held {
  conversation: ConversationRow;
  message: VisibleMessage;
  place: Place;
  /** The person may write here, and does so until the transaction ends. */
  isOpen: boolean;
}

/**
 * Locks the message's conversation: its changes and its messages are stored one by one. Throws 404 for what the person cannot
 * read: a message of others, of a removed connection, and one that is not there.
 */
export async function holdMessage(trx: Trx, engine: Engine, { userId, messageId }: MessageChange): Promise<Held> {
  const found = await findMessage(trx, userId, messageId);
  const chat = found && (await findChatOf(trx, userId, found));
  if (!chat) throw noMessage();
  const place = placeOf(chat);
  // In the order in which messages take their locks: people first.
  const isOpen = await holdPlace(trx, engine, { userId, place });
  const conversation = await trx
    .updateTable('conversations')
    .set({ rev: sql`rev` })
    .where('id', '=', chat.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Read again: somebody else may have changed it before the lock.
  const message = await findMessage(trx, userId, messageId);
  if (!message) throw noMessage();
  return { conversation, message, place, isOpen };
}

function noMessage(): ApiError {
  return notFound('This message is not here.');
}

export function requireOwn({ message }: Held, { userId, now }: MessageChange): void {
  if (message.event !== null) throw forbidden('This line cannot be changed.');
  if (message.sender_id !== userId) throw forbidden('You can only change your own messages.');
  if (now - message.created_at > changedWithinMs)
    throw conflict(`A message can be changed for ${limits.messageChangeMinutes} minutes.`);
}

/** The conversation is open, and its people still see the message. */
export function requireChangeable({ message, isOpen }: Held): void {
  if (!isOpen) throw notConnected();
  if (message.deleted_at !== null) throw conflict('This message is deleted.');
  if (message.hidden_at !== null) throw conflict('A moderator has hidden this message.');
}

/** Stores a change of the held message, and answers who is told: in a room, those for whom the one who changed it is there. */
export async function changeHeld(
  trx: Trx,
  { conversation, message, isOpen, place }: Held,
  userId: string,
  change: Partial<MessageRow>,
): Promise<ChangedMessage> {
  await storeChange(trx, conversation, message.id, change);
  const both = place.roomId === undefined ? [userId, place.peerId] : await roomPeople(trx, userId, place.roomId);
  return { messageId: message.id, toldIds: isOpen ? both : [userId] };
}

/** Stores the change of a message under the next `rev` of its conversation, which the caller has locked. */
export async function storeChange(
  trx: Trx,
  conversation: Pick<ConversationRow, 'id' | 'rev'>,
  messageId: string,
  change: Partial<MessageRow>,
): Promise<void> {
  const rev = conversation.rev + 1;
  await trx.updateTable('conversations').set({ rev }).where('id', '=', conversation.id).execute();
  await trx
    .updateTable('messages')
    .set({ ...change, rev })
    .where('id', '=', messageId)
    .execute();
}

/**
 * Whether the person may write there, and may do so until the transaction ends: a block, a suspension, a removed connection
 * and a member's departure wait for whoever holds the place, and are seen by whoever holds it later. The locks are taken in
 * this order: people, project, conversation.
 */
export async function holdPlace(
  trx: Trx,
  engine: Engine,
  { userId, place: { peerId, roomId } }: { userId: string; place: Place },
): Promise<boolean> {
  if (roomId === undefined)
    return (await holdUsers(trx, engine, userId, peerId)) && (await areConnected(trx, userId, peerId));
  if (!(await holdUsers(trx, engine, userId))) return false;
  const held = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', roomId)
    .$if(engine === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return held !== undefined && (await findRoomProject(trx, userId, roomId)) !== undefined;
}
