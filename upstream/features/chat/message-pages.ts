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

/** Changes that one answer has, the oldest first, and whether there are later ones. */
export async function readChanges(
  db: Db,
  conversation: VisibleConversation,
  { since, limit }: { since: number; limit: number },
): Promise<{ messages: VisibleMessage[]; rev: number; more: boolean }> {
  const rows = await visibleMessages(db, conversation)
    .where('rev', '>', since)
    // The index has changed messages only.
    .where('rev', '>', 0)
    .orderBy('rev')
    .limit(limit + 1)
    .execute();
  const messages = rows.slice(0, limit);
  const more = rows.length > limit;
  return { messages, rev: more ? (messages.at(-1)?.rev ?? since) : Math.max(conversation.rev, since), more };
}

/** The `seq` of a message; undefined when the conversation does not contain it. */
export async function seqOf(db: Db, conversation: VisibleConversation, messageId: string): Promise<number | undefined> {
  return (await visibleMessages(db, conversation).where('id', '=', messageId).executeTakeFirst())?.seq;
}
