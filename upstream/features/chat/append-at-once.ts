import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import { isUniqueViolation } from '#upstream/db/constraint.ts';
import type { MessageRow } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { noteMessage } from '../notifications/notification-store.ts';
import { insertPushes } from '../push/queue-pushes.ts';
import type { AppendedMessage, NewMessage } from './chat-store.ts';

/**
 * {@link appendMessage} in a single statement, for a message to a person, without pictures, that answers none: its transaction has seven,
 * and each is a round trip to PostgreSQL. Also
 * checks that the two are connected and neither is suspended; undefined otherwise. `friends` goes by the snapshot of the
 * statement, the conversation's `blocked` by its newest row: a block that commits meanwhile is seen in one of them.
 */
export async function appendAtOnce(db: Db, sent: NewMessage): Promise<AppendedMessage | undefined> {
  try {
    return await append(db, sent);
  } catch (error) {
    // The same message was inserted at the same time: the second attempt finds it.
    if (isUniqueViolation(error, 'messages_once')) return append(db, sent);
    throw error;
  }
}

async function append(
  db: Db,
  { senderId, recipientId, text, clientId, now }: NewMessage,
): Promise<AppendedMessage | undefined> {
  const { low, high } = pairOf(senderId, recipientId);
  const [mine, theirs] = senderId === low ? ['unread_low', 'unread_high'] : ['unread_high', 'unread_low'];
  const { rows } = await sql<MessageRow & { stored: boolean }>`
    with friends as (
      select 1 from connections where low_id = ${low} and high_id = ${high}
        and not exists (select 1 from users where id in (${low}, ${high}) and suspended_at is not null)
    ), known as (
      select m.* from conversations c join messages m on m.sender_id = ${senderId}
        and m.client_id = c.id || '/' || ${clientId ?? null}::text
      where c.user_low = ${low} and c.user_high = ${high}
    ), place as (
      insert into conversations
        (id, user_low, user_high, last_seq, last_message_at, created_at, ${sql.ref(mine)}, ${sql.ref(theirs)})
      select ${newId(now)}::text, ${low}::text, ${high}::text, 1, ${now}::bigint, ${now}::bigint, 0, 1
      from friends where not exists (select 1 from known)
      on conflict (user_low, user_high) do update set
        last_seq = conversations.last_seq + 1,
        last_message_at = excluded.last_message_at,
        ${sql.ref(mine)} = 0,
        ${sql.ref(theirs)} = conversations.${sql.ref(theirs)} + 1
        where conversations.blocked = 0
      returning id, last_seq
    ), added as (
      insert into messages (id, conversation_id, seq, sender_id, text, client_id, created_at)
      select ${newId(now)}::text, id, last_seq, ${senderId}::text, ${text}::text, id || '/' || ${clientId ?? null}::text,
        ${now}::bigint
      from place
      returning *
    ), noted as (
      ${noteMessage({ recipientId, senderId, now }, sql`added`)}
    ), pushed as (
      ${insertPushes({ userId: recipientId, now }, sql`noted`)}
    )
    select added.*, true as stored from added
    union all select known.*, false from known where exists (select 1 from friends)`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { stored, ...message } = row;
  return { message, stored };
}
