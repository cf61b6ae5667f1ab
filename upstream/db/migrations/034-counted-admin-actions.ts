import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Whether an instance has counted an operator's act in its metrics. The command runs in a process of its own, whose
 * counters nobody reads. What was done before, or by a command of the version before, is not counted.
 */
export const countedAdminActions: Migration = {
  name: '034-counted-admin-actions',
  async up(trx) {
    await trx.schema
      .alterTable('admin_actions')
      .addColumn('counted', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await sql`create index admin_actions_uncounted on admin_actions (id) where counted = 0`.execute(trx);
  },
};
