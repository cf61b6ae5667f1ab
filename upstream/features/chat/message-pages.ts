import type { ChatMessage } from '#shared/api/chat.ts';
import type { Db } from '#upstream/db/connection.ts';
import { invalidParameter } from '#upstream/http/api-error.ts';
import { type VisibleConversation, type VisibleMessage, visibleMessages } from '../visibility/messages.ts';
import { presentMessages } from './present-messages.ts';
import { type Reader, readerOf } from './reader.ts';

/** The newest messages below `beforeSeq`, oldest first, and whether older ones exist. */
export async function readMessages(
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
export async function seqOf(db: Db, conversation: VisibleConversation, messageId: string): Promise<number | undefined> {
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
