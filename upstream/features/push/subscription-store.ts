import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { PushSubscriptionRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { lockUsers } from '../people/people-store.ts';

export type Subscription = PushSubscriptionRow;

/** Browsers of one account that get push messages; a further one takes the place of the oldest. */
export const subscriptionsPerPerson = 10;

export type NewSubscription = Omit<Subscription, 'id' | 'endpoint_hash' | 'service' | 'created_at'>;

/**
 * Stores the subscription of a session. It takes the place of the session's former one, and of the same browser's under
 * another account: a shared computer shows the notices of the person who subscribed last. Returns its id; undefined when
 * the session has ended meanwhile.
 */
export async function putSubscription(
  trx: Trx,
  engine: Engine,
  subscription: NewSubscription,
  now: number,
): Promise<string | undefined> {
  const { user_id: userId, session_id: sessionId, endpoint } = subscription;
  // One at a time for each account, so that the count below is true.
  await lockUsers(trx, engine, [userId]);
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .$if(engine === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const endpoint_hash = createHash('sha256').update(endpoint).digest('hex');
  const row: Subscription = {
    ...subscription,
    id: newId(now),
    endpoint_hash,
    service: new URL(endpoint).hostname,
    created_at: now,
  };
  await trx
    .deleteFrom('push_subscriptions')
    .where(({ eb, or }) => or([eb('session_id', '=', sessionId), eb('endpoint_hash', '=', endpoint_hash)]))
    .execute();
  await trx
    .insertInto('push_subscriptions')
    .values(row)
    // Another account subscribes the same browser at this moment: the last one has it, under a new id.
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(row))
    .execute();
  await deleteOldest(trx, userId);
  return row.id;
}

async function deleteOldest(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1_000_000)
        .offset(subscriptionsPerPerson),
    )
    .execute();
}

export function findSubscription(db: Db, id: string): Promise<Subscription | undefined> {
  return db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function isSubscribed(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSubscription(db: Db, where: { id: string } | { sessionId: string }): Promise<void> {
  const [column, value] = 'id' in where ? (['id', where.id] as const) : (['session_id', where.sessionId] as const);
  await db.deleteFrom('push_subscriptions').where(column, '=', value).execute();
}

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
