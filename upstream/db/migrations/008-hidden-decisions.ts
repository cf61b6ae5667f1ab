import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * Keeps an `ignored` that the other person's request would overwrite, and indexes only the rows that each of the two
 * counts as decided: the feed must not show that one was ignored, or rejected after a withdrawal.
 */
export const hiddenDecisions: Migration = {
  name: '008-hidden-decisions',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema.alterTable('requests').addColumn('back_id', key).execute();
    await trx.schema.alterTable('requests').addColumn('back_at', 'bigint').execute();
    for (const [mine, theirs] of [
      ['low', 'high'],
      ['high', 'low'],
    ] as const)
      await sql`
        create index ${sql.ref(`requests_decided_${mine}`)} on requests (${sql.ref(`pair_${mine}`)}, ${sql.ref(`pair_${theirs}`)})
        where not (from_id = ${sql.ref(`pair_${mine}`)} and status = 'rejected' and withdrawn = 1)
          and not (from_id = ${sql.ref(`pair_${theirs}`)} and status = 'ignored' and back_id is null)`.execute(trx);
    await sql`create index requests_by_back_id on requests (back_id) where back_id is not null`.execute(trx);
  },
};
