import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '#upstream/db/connection.ts';

/**
 * Queues a notification for every browser of the person that takes push messages, in the transaction that stores the
 * notification. Without an id the statement is the same and writes nothing: whether a notice is due may be a secret.
 */
export async function queuePushes(
  trx: Trx,
  { userId, notificationId = '', now }: { userId: string; notificationId?: string | undefined; now: number },
): Promise<void> {
  const source = sql`(select cast(${notificationId} as text) as id where ${notificationId} <> '') as notified`;
  await insertPushes({ userId, now }, source).execute(trx);
}

/**
 * `source` has the notification's `id`. A message that waits already keeps its place and its pause, and is worded when it
 * is sent. One that is being sent is taken from its worker, and sent again with the newer words.
 */
export function insertPushes(
  { userId, now }: { userId: string; now: number },
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into push_outbox (id, subscription_id, notification_id, service, created_at, next_at)
    select s.id || '/' || source.id, s.id, source.id, s.service, cast(${now} as bigint), cast(${now} as bigint)
    from (select id from ${source}) as source join push_subscriptions s on s.user_id = ${userId}
    where true
    on conflict (subscription_id, notification_id) do update set
      created_at = excluded.created_at,
      next_at = case when push_outbox.lease_by = '' then push_outbox.next_at else excluded.next_at end,
      lease_by = '', lease_until = 0`;
}
