import { sql } from 'kysely';
import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import type { Engine, Trx } from '#upstream/db/connection.ts';
import { ApiError, invalidFields } from '#upstream/http/api-error.ts';
import { markNoticeRead } from '../notifications/notification-store.ts';
import { findConversation } from '../visibility/messages.ts';
import {
  type ChangedMessage,
  changeHeld,
  holdMessage,
  type MessageChange,
  requireChangeable,
  requireOwn,
  storeChange,
} from './hold-message.ts';
import { removeMentions } from './mention-notices.ts';
import { deletePicturesOfMessage } from './pictures/chat-picture-store.ts';
import { forgetWords, renewWords } from './search/message-words.ts';

/** Replaces the text. Undefined where the text is the same, so that nothing has changed. */
export async function editMessage(
  trx: Trx,
  engine: Engine,
  { text, ...change }: MessageChange & { text: string },
): Promise<ChangedMessage | undefined> {
  const held = await holdMessage(trx, engine, change);
  const { message, conversation } = held;
  requireOwn(held, change);
  requireChangeable(held);
  if (text.trim() === '' && message.picture_count === 0) throw invalidFields({ text: 'A message needs a text.' });
  if (text === message.text) return undefined;
  await renewWords(trx, { conversation, message, text });
  return changeHeld(trx, held, change.userId, { text, edited_at: change.now });
}

/**
 * Takes the text, the pictures and the reactions away; the place in the conversation stays. Also possible in a chat that is
 * closed: one's own words can be taken back. Undefined for a message that was deleted before.
 */
export async function deleteMessage(
  trx: Trx,
  engine: Engine,
  change: MessageChange,
): Promise<ChangedMessage | undefined> {
  const held = await holdMessage(trx, engine, change);
  const { message, conversation, place } = held;
  if (message.sender_id === change.userId && message.deleted_at !== null) return undefined;
  requireOwn(held, change);
  await forgetWords(trx, { conversation, message });
  await deletePicturesOfMessage(trx, message.id);
  await trx.deleteFrom('message_reactions').where('message_id', '=', message.id).execute();
  const changed = await changeHeld(trx, held, change.userId, {
    text: '',
    deleted_at: change.now,
    edited_at: null,
    reply_to: null,
    picture_count: 0,
    mentions: '',
    pinned_at: null,
  });
  const { peerId } = place;
  // In a room, only those whom it names have a notification.
  if (peerId === undefined) return { ...changed, noticesReadOf: await removeMentions(trx, message) };
  const theirs = await findConversation(trx, peerId, { peerId: change.userId });
  const notice = { userId: peerId, kind: 'message', subject: change.userId, now: change.now } as const;
  const isNoticeRead = theirs?.unread === 0 && (await markNoticeRead(trx, notice));
  return { ...changed, ...(isNoticeRead && { noticesReadOf: [peerId] }) };
}

/** A moderator hides a message from everybody in the conversation, or shows it again with `hiddenAt` null. */
export async function markHidden(trx: Trx, messageId: string, hiddenAt: number | null): Promise<void> {
  const conversation = await trx
    .updateTable('conversations')
    .set({ rev: sql`rev` })
    .where('id', '=', (builder) => builder.selectFrom('messages').select('conversation_id').where('id', '=', messageId))
    .returningAll()
    .executeTakeFirst();
  const message = await trx.selectFrom('messages').selectAll().where('id', '=', messageId).executeTakeFirst();
  if (!conversation || !message) return;
  if (hiddenAt === null) await renewWords(trx, { conversation, message, text: message.text });
  else {
    await forgetWords(trx, { conversation, message });
    await removeMentions(trx, message);
  }
  await storeChange(trx, conversation, messageId, { hidden_at: hiddenAt });
}

export interface ReactionChange extends MessageChange {
  emoji: string;
}

/** Undefined where the person has chosen this emoji before, so that nothing has changed. */
export async function addReaction(
  trx: Trx,
  engine: Engine,
  change: ReactionChange,
): Promise<ChangedMessage | undefined> {
  const { userId, emoji, now } = change;
  const held = await holdMessage(trx, engine, change);
  const { message } = held;
  requireChangeable(held);
  const chosen = await trx
    .selectFrom('message_reactions')
    .select(['emoji', 'user_id'])
    .where('message_id', '=', message.id)
    .execute();
  if (chosen.some((one) => one.emoji === emoji && one.user_id === userId)) return undefined;
  const kinds = new Set(chosen.map((one) => one.emoji)).add(emoji);
  if (kinds.size > limits.reactions.max)
    throw new ApiError('quota_reached', `A message has at most ${limits.reactions.max} different reactions.`, {
      limit: limits.reactions.max,
    });
  await trx
    .insertInto('message_reactions')
    .values({ message_id: message.id, user_id: userId, emoji, created_at: now })
    .execute();
  return changeHeld(trx, held, userId, {});
}

/** Also in a chat that is closed, as own messages can be deleted there. Undefined where the emoji was not chosen. */
export async function removeReaction(
  trx: Trx,
  engine: Engine,
  change: ReactionChange,
): Promise<ChangedMessage | undefined> {
  const held = await holdMessage(trx, engine, change);
  const { numDeletedRows } = await trx
    .deleteFrom('message_reactions')
    .where('message_id', '=', held.message.id)
    .where('emoji', '=', change.emoji)
    .where('user_id', '=', change.userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return undefined;
  return changeHeld(trx, held, change.userId, {});
}

/** One emoji of those that Unicode recommends for general interchange, in its complete spelling. */
export const emojiSchema = z.string().regex(/^\p{RGI_Emoji}$/v, 'This is no emoji.');
