import type { Db } from '#upstream/db/connection.ts';
import { type VisibleConversation, type VisibleMessage, visibleMessages } from '../visibility/messages.ts';

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
  return (await visibleMessages(db, conversation).where('id', '=', messageId).executeTakeFirst())?.seq;
}
