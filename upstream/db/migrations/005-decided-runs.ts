import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Indexes for counting a viewer's decisions within a range of ids, see `decided-run.ts`. */
export const decidedRuns: Migration = {
  name: '005-decided-runs',
  async up(trx) {
    // Not unique: the unique index on (pair_low, pair_high) covers the pair already, and `on conflict` names only that
    // one. A violation of a second one would be an error when two people request each other at the same moment.
    await trx.schema.createIndex('requests_pair_reversed').on('requests').columns(['pair_high', 'pair_low']).execute();
    await sql`create index users_gone on users (id) where deleted_at is not null`.execute(trx);
  },
};
