import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Who and what is visible without an account: nobody, until they choose. A project's null means that its creator has not
 * been asked yet. The version before ignores both columns, so that nothing becomes visible by its writes.
 */
export const publicPages: Migration = {
  name: '020-public-pages',
  async up(trx) {
    await trx.schema
      .alterTable('users')
      .addColumn('is_public', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await trx.schema.alterTable('projects').addColumn('is_public', 'integer').execute();
    await sql`create index users_public on users (id) where is_public = 1`.execute(trx);
    await sql`create index projects_public on projects (id) where is_public = 1`.execute(trx);
  },
};
