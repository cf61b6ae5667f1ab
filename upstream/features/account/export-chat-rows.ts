import { type Selectable, sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { ChatPictureRow, MessageReactionRow } from '#upstream/db/schema.ts';
import {
  ownRoomMessages,
  placeOf,
  type VisibleConversation,
  type VisibleMessage,
  visibleConversations,
  visibleMessages,
} from '../visibility/messages.ts';
import { pageSize, rowsOf } from './read-in-pages.ts';

/** A person's own messages and those to them: chat after chat, oldest first; then their own in rooms, also of those they left. */
export async function* messagesOf(
  db: Db,
  userId: string,
): AsyncGenerator<VisibleMessage & { other_id?: string; room_id?: string }> {
  for await (const conversation of conversationsOf(db, userId)) {
    const { peerId: other_id = '' } = placeOf(conversation, userId);
    const rows = rowsOf<VisibleMessage>((last) =>
      visibleMessages(db, conversation)
        .where('seq', '>', last?.seq ?? 0)
        .orderBy('seq')
        .limit(pageSize)
        .execute(),
    );
    for await (const row of rows) yield { ...row, other_id };
  }
  yield* rowsOf<VisibleMessage & { room_id: string }>((last) =>
    ownRoomMessages(db, userId, { after: last?.id ?? '', limit: pageSize }),
  );
}

/**
 * The conversation with the oldest last message first: one that gets a message meanwhile moves to the end and is not
 * repeated.
 */
async function* conversationsOf(db: Db, userId: string): AsyncGenerator<VisibleConversation> {
  const seen = new Set<string>();
  for (const side of ['user_low', 'user_high'] as const) {
    const rows = rowsOf<VisibleConversation>((last) => {
      const page = visibleConversations(db, userId, side);
      return (last ? page.where(sql<boolean>`(last_message_at, id) > (${last.last_message_at}, ${last.id})`) : page)
        .orderBy('last_message_at')
        .orderBy('id')
        .limit(pageSize)
        .execute();
    });
    for await (const row of rows) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      yield row;
    }
  }
}

export function ownReactionsOf(db: Db, userId: string): AsyncGenerator<MessageReactionRow> {
  return rowsOf((last) =>
    db
      .selectFrom('message_reactions')
      .selectAll()
      .where('user_id', '=', userId)
      .$if(last !== undefined, (rows) =>
        rows.where(sql<boolean>`(message_id, emoji) > (${last?.message_id}, ${last?.emoji})`),
      )
      .orderBy('message_id')
      .orderBy('emoji')
      .limit(pageSize)
      .execute(),
  );
}

/** One by one: each has some hundred kilobytes. */
export function ownChatPicturesOf(db: Db, userId: string) {
  return rowsOf<Pick<Selectable<ChatPictureRow>, 'id' | 'message_id' | 'alt' | 'created_at'> & { bytes: Uint8Array }>(
    (last) =>
      db
        .selectFrom('chat_pictures')
        .innerJoin('chat_picture_files', (join) =>
          join.onRef('picture_id', '=', 'chat_pictures.id').on('file', '=', 'cover.webp'),
        )
        .select(['chat_pictures.id', 'message_id', 'alt', 'created_at', 'bytes'])
        .where('owner_id', '=', userId)
        .where('chat_pictures.id', '>', last?.id ?? '')
        .orderBy('chat_pictures.id')
        .limit(1)
        .execute(),
    1,
  );
}
