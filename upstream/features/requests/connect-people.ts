import type { Transaction } from 'kysely';
import type { Database } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';

/**
 * Makes two people connected whatever was between them before, because both have just said that they want to work
 * together. Answers the relation's id, or undefined when they were connected already.
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
