import type { Db } from '#upstream/db/connection.ts';
import type { ConversationRow, MessageRow } from '#upstream/db/schema.ts';
import { pairOf } from '#upstream/ids.ts';
import type { Visible } from './visible.ts';

/** A conversation of the viewer, which stays theirs to read whatever becomes of the other person. */
export type VisibleConversation = Visible<ConversationRow>;

/** A message of a conversation of the viewer. Its text is read through `shownText`, which hides what a moderator has hidden. */
export type VisibleMessage = Visible<MessageRow>;

/** With at least one message: a row without any is only there to be locked. */
export async function findConversation(
  db: Db,
  viewerId: string,
  otherId: string,
): Promise<VisibleConversation | undefined> {
  const pair = pairOf(viewerId, otherId);
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('user_low', '=', pair.low)
    .where('user_high', '=', pair.high)
    .where('last_seq', '>', 0)
    .$castTo<VisibleConversation>()
    .executeTakeFirst();
}

/** Where reads of a viewer's conversations begin that are not of one pair: those in which the viewer is on this side. */
export function visibleConversations(db: Db, viewerId: string, side: 'user_low' | 'user_high') {
  return db.selectFrom('conversations').selectAll().where(side, '=', viewerId).$castTo<VisibleConversation>();
}

/** Where reads of messages begin. */
export function visibleMessages(db: Db, conversation: VisibleConversation) {
  return db.selectFrom('messages').selectAll().where('conversation_id', '=', conversation.id).$castTo<VisibleMessage>();
}

/** A message to or from the viewer, also of a chat that is closed. */
export function findMessage(db: Db, viewerId: string, id: string): Promise<VisibleMessage | undefined> {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .selectAll('messages')
    .where('messages.id', '=', id)
    .where(({ eb, or }) => or([eb('user_low', '=', viewerId), eb('user_high', '=', viewerId)]))
    .$castTo<VisibleMessage>()
    .executeTakeFirst();
}
