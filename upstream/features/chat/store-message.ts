import type { ChatMessage } from '#shared/api/chat.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { MessageRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { notConnected } from '#upstream/http/api-error.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import type { Place } from '../visibility/messages.ts';
import { roomPeople } from '../visibility/rooms.ts';
import { type AppendedMessage, appendMessage } from './chat-store.ts';
import { holdPlace } from './hold-message.ts';
import { readMessageAs } from './read-messages.ts';
import { noRoom } from './room-store.ts';

interface SentMessage {
  senderId: string;
  place: Place;
  text: string;
  clientId: string | undefined;
  replyTo: string | undefined;
  pictures: readonly { url: string; alt?: string | undefined }[];
  /** In a room, ids of its people; others are left out. */
  mentions: readonly string[];
}

export interface StoredMessage extends AppendedMessage {
  parts: Pick<ChatMessage, 'replyTo' | 'pictures'>;
}

/** Throws where the person may not write. */
export async function storeMessage(deps: Deps, { place, mentions, ...sent }: SentMessage): Promise<StoredMessage> {
  const { db, engine, events, now } = deps;
  const userId = sent.senderId;
  const appended = await transact(db, async (trx) => {
    if (!(await holdPlace(trx, engine, { userId, place }))) return undefined;
    if (place.roomId === undefined) return appendMessage(trx, { ...sent, recipientId: place.peerId, now: now() });
    const { roomId } = place;
    const people = mentions.length === 0 ? [] : await roomPeople(trx, userId, roomId);
    const named = [...new Set(mentions)].filter((id) => people.includes(id));
    return appendMessage(trx, { ...sent, roomId, mentions: named, now: now() });
  });
  if (!appended) throw place.roomId === undefined ? notConnected() : noRoom();
  if (appended.stored) events.emit('messageStored', { conversationId: appended.message.conversation_id });
  for (const id of appended.mentionIds ?? []) tellNotified(events, id);
  return { ...appended, parts: await readParts(db, appended.message) };
}

/** The quoted message and the pictures, for the few messages that have some. */
async function readParts(
  db: Db,
  { id, sender_id, reply_to, picture_count }: MessageRow,
): Promise<StoredMessage['parts']> {
  if (reply_to === null && picture_count === 0) return {};
  const { replyTo, pictures } = (await readMessageAs(db, sender_id, id))?.message ?? {};
  return { ...(replyTo && { replyTo }), ...(pictures && { pictures }) };
}
