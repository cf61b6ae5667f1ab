import type { Transaction } from 'kysely';
import type { Database } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';

/**
 * Connects two people whatever their relation was, because accepting a project member is consent of both. Returns the
 * relation's id, or undefined when they were already connected.
 */
export async function connectPeople(
  trx: Transaction<Database>,
  people: { askedId: string; acceptedId: string; now: number },
): Promise<string | undefined> {
  const { askedId, acceptedId, now } = people;
  const pair = pairOf(askedId, acceptedId);
  const row = await trx
    .insertInto('requests')
    .values({
      id: newId(now),
      from_id: askedId,
      to_id: acceptedId,
      pair_low: pair.low,
      pair_high: pair.high,
      status: 'accepted',
      withdrawn: 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['pair_low', 'pair_high'])
        .doUpdateSet({ status: 'accepted', withdrawn: 0, updated_at: now })
        .where('requests.status', '<>', 'accepted'),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
