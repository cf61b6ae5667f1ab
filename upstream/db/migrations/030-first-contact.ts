import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * The people whom somebody has asked for the first time in the last day, in as many numbered places as a day has asks:
 * of two asks at the same moment only one gets a place. The index finds the few people who do not want to be found, or
 * not to be asked by everybody. The version before ignores both.
 */
export const firstContact: Migration = {
  name: '030-first-contact',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('new_asks')
      .addColumn('by_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('for_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('new_asks_pk', ['by_id', 'place'])
      .execute();
    await trx.schema.createIndex('new_asks_by_receiver').on('new_asks').column('for_id').execute();
    await trx.schema.createIndex('new_asks_by_time').on('new_asks').column('asked_at').execute();
    await sql`create index preferences_reserved on preferences (user_id)
      where discoverable = 0 or who_may_ask <> 'everybody'`.execute(trx);
  },
};
