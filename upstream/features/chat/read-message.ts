import type { ChangedMessage, ChatMessage } from '#shared/api/chat.ts';
import type { Db } from '#upstream/db/connection.ts';
import { formerMember } from '../people/former-member.ts';
import { findUsers } from '../people/people-store.ts';
import { findChatOf, findMessage, type Place, placeOf } from '../visibility/messages.ts';
import { presentMessages, type Reader, roomReader } from './present-messages.ts';
import { unreadOf } from './read-marks.ts';
import { unreadInRoom } from './room-store.ts';

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
  const place = placeOf(chat, viewerId);
  const reader =
    place.roomId === undefined ? await chatReader(db, viewerId, place.peerId) : await roomReader(db, viewerId, [row]);
  const unread = place.roomId === undefined ? unreadOf(chat, viewerId) : await unreadInRoom(db, chat, viewerId);
  const [message] = await presentMessages(db, [row], reader);
  if (!message) return undefined;
  return { message, asEvent: { ...message, senderId: row.sender_id }, place, rev: row.rev, unread };
}

async function chatReader(db: Db, viewerId: string, peerId: string): Promise<Reader> {
  const people = await findUsers(db, viewerId, [viewerId, peerId]);
  const isClosed = !people.has(peerId);
  if (isClosed) people.set(peerId, formerMember(peerId));
  return { viewerId, people, isGone: () => isClosed };
}
