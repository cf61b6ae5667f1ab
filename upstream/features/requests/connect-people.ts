import type { Transaction } from 'kysely';
import type { Database } from '#upstream/db/schema.ts';
import { markNoticeRead } from '../notifications/notification-store.ts';
import { newRequest } from './new-request.ts';

/**
 * Connects two people whatever their relation was, because accepting a project member is consent of both. Returns the
 * relation's id, or undefined when they were already connected.
 */
export async function connectPeople(
  trx: Transaction<Database>,
  people: { askedId: string; acceptedId: string; now: number },
): Promise<string | undefined> {
  const { askedId, acceptedId, now } = people;
  const row = await trx
    .insertInto('requests')
    .values(newRequest({ fromId: askedId, toId: acceptedId, status: 'accepted', askedAt: now }))
    .onConflict((conflict) =>
      conflict
        .columns(['pair_low', 'pair_high'])
        .doUpdateSet({ status: 'accepted', withdrawn: 0, updated_at: now, back_id: null, back_at: null })
        .where('requests.status', '<>', 'accepted'),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // The connection answers a request between the two, in whichever direction it went.
  await markNoticeRead(trx, { userId: askedId, kind: 'request', subject: acceptedId, now });
  await markNoticeRead(trx, { userId: acceptedId, kind: 'request', subject: askedId, now });
  return row.id;
}
