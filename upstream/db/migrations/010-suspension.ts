import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** Accounts that an operator has suspended, and what operators did. An instance of the version before ignores both. */
export const suspension: Migration = {
  name: '010-suspension',
  async up(trx, engine) {
    await trx.schema.alterTable('users').addColumn('suspended_at', 'bigint').execute();
    const key = keyText(engine);
    await trx.schema
      .createTable('admin_actions')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('admin_actions_by_user').on('admin_actions').columns(['user_id', 'id']).execute();
    await trx.schema.createIndex('admin_actions_by_time').on('admin_actions').column('created_at').execute();
  },
};
