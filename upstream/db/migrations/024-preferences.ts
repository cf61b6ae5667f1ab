import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** The preferences of accounts. An account without a row has the defaults. The version before ignores the table. */
export const preferences: Migration = {
  name: '024-preferences',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('preferences')
      .addColumn('user_id', key, (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
      .addColumn('notify', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('digest', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('time_zone', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('discoverable', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('presence', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('receipts', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('typing', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('who_may_ask', 'text', (column) => column.notNull().defaultTo('everybody'))
      .addColumn('show_address', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
