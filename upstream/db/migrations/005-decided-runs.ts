import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What counts the decisions of a person within a span of others, see `decided-run.ts`. */
export const decidedRuns: Migration = {
  name: '005-decided-runs',
  async up(trx) {
    // The other direction is the index of the pairs' uniqueness. Two such rules about one fact would trip each other up
    // when people ask each other at the same moment.
    await trx.schema.createIndex('requests_pair_reversed').on('requests').columns(['pair_high', 'pair_low']).execute();
    await sql`create index users_gone on users (id) where deleted_at is not null`.execute(trx);
  },
};
