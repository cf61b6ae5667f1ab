import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import type { Engine, Trx } from '#upstream/db/connection.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import {
  type ChangedMessage,
  holdMessage,
  type MessageChange,
  requireChangeable,
  storeChange,
  told,
} from './hold-message.ts';

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
  const { message, conversation } = held;
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
  await storeChange(trx, conversation, message.id, {});
  return { messageId: message.id, toldIds: await told(trx, held, change) };
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
  await storeChange(trx, held.conversation, held.message.id, {});
  return { messageId: held.message.id, toldIds: await told(trx, held, change) };
}

/** For a deleted account. The messages do not count as changed, because after a block they do not either. */
export async function deleteReactionsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('message_reactions').where('user_id', '=', userId).execute();
}

/** One emoji of those that Unicode recommends for general interchange, in its complete spelling. */
export const emojiSchema = z.string().regex(/^\p{RGI_Emoji}$/v, 'This is no emoji.');
