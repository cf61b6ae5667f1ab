import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Without `secure-delete`, FTS5 keeps deleted terms in its index until a merge reaches them. The rebuild drops those
 * that were deleted before. PostgreSQL's index is a column of the row.
 */
export const erasableSearch: Migration = {
  name: '009-erasable-search',
  async up(trx, engine) {
    if (engine !== 'sqlite') return;
    for (const table of ['people_search_index', 'project_search_index']) {
      const index = sql.ref(table);
      await sql`insert into ${index} (${index}, rank) values ('secure-delete', 1)`.execute(trx);
      await sql`insert into ${index} (${index}) values ('rebuild')`.execute(trx);
    }
  },
};
