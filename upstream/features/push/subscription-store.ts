import { createHash } from 'node:crypto';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { PushSubscriptionRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';

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
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
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
  const query = db.deleteFrom('push_subscriptions');
  await ('id' in where ? query.where('id', '=', where.id) : query.where('session_id', '=', where.sessionId)).execute();
}

/** For the export of an account: without what a message could be sent with. */
export function subscriptionsOf(db: Db, userId: string): Promise<Pick<Subscription, 'service' | 'created_at'>[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['service', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}
