import { sql } from 'kysely';
import type { Trx } from '#upstream/db/connection.ts';
import { priorities } from '#upstream/jobs/job-store.ts';

/** The kind of the jobs that send push messages. Their key is the subscription and the notification. */
export const pushKind = 'push';

/**
 * Queues a notification for every browser of the person that takes push messages, in the transaction that stores the
 * notification. Without an id the statement is the same and writes nothing: whether a notice is due may be a secret.
 * A message that waits already keeps its place and its pause, and is worded when it is sent. One that is being sent is taken
 * from its worker, and sent again with the newer words; one that is dead is tried again.
 */
export async function queuePushes(
  trx: Trx,
  { userId, notificationId = '', now }: { userId: string; notificationId?: string | undefined; now: number },
): Promise<void> {
  await sql`
    insert into jobs (kind, key, priority, user_id, label, created_at, due_at)
    select ${sql.lit(pushKind)}, s.id || '/' || source.id, ${sql.lit(priorities.usual)}, s.user_id, s.service,
      cast(${now} as bigint), cast(${now} as bigint)
    from (select cast(${notificationId} as text) as id where ${notificationId} <> '') as source join push_subscriptions s on s.user_id = ${userId}
    where true
    on conflict (kind, key) do update set
      created_at = excluded.created_at,
      due_at = case when jobs.lease_by = '' and jobs.died_at is null then jobs.due_at else excluded.due_at end,
      tries = case when jobs.died_at is null then jobs.tries else 0 end,
      lease_by = '', lease_until = 0, died_at = null`.execute(trx);
}
