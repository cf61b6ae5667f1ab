import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * Accounts whose owners have left and may still come back. Such an account also has `suspended_at`, so that an instance
 * of the version before hides it and refuses its logins, too.
 */
export const departures: Migration = {
  name: '027-departures',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('departures')
      .addColumn('user_id', key, (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .addColumn('erase_at', 'bigint', (column) => column.notNull())
      .addColumn('reminded_at', 'bigint')
      .addColumn('suspended_since', 'bigint')
      .execute();
    await trx.schema.createIndex('departures_by_end').on('departures').column('erase_at').execute();
  },
};
