import type { ChangedMessage, ChatMessage } from '#shared/api/chat.ts';
import type { Db } from '#upstream/db/connection.ts';
import { findChatOf, findMessage, type Place, placeOf } from '../visibility/messages.ts';
import { presentMessages } from './present-messages.ts';
import { readerOf } from './reader.ts';

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
