import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** Second factors by TOTP and their recovery codes. The version before ignores both: it asks for the password only. */
export const totp: Migration = {
  name: '023-totp',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('second_factors')
      .addColumn('user_id', key, (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .execute();
    await trx.schema.createIndex('second_factors_by_start').on('second_factors').column('created_at').execute();
    await trx.schema
      .createTable('recovery_codes')
      .addColumn('user_id', key, (column) => column.notNull().references('second_factors.user_id').onDelete('cascade'))
      .addColumn('code_hash', key, (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
      .execute();
  },
};
