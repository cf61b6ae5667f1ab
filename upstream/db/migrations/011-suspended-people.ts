import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The suspended accounts within a range of ids, see `decided-run.ts`. Their projects leave the search as they did. */
export const suspendedPeople: Migration = {
  name: '011-suspended-people',
  async up(trx) {
    await sql`create index users_suspended on users (id) where suspended_at is not null`.execute(trx);
    await sql`delete from project_search where project_id in (
      select projects.id from projects join users on users.id = projects.creator_id where users.suspended_at is not null
    )`.execute(trx);
  },
};
