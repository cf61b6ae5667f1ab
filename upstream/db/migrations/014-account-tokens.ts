import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * Links and codes that are sent by mail, and since when an account's address is not confirmed. Accounts that are there
 * count as confirmed, and so do those that an instance of the version before goes on making.
 */
export const accountTokens: Migration = {
  name: '014-account-tokens',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema.alterTable('users').addColumn('unverified_since', 'bigint').execute();
    await trx.schema
      .createTable('account_tokens')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('token_hash', key, (column) => column.notNull().unique())
      .addColumn('code_hash', 'text')
      .addColumn('wrong_codes', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', key, (column) => column.notNull())
      .addColumn('password_version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema
      .createIndex('account_tokens_by_user')
      .on('account_tokens')
      .columns(['user_id', 'purpose'])
      .execute();
    await trx.schema.createIndex('account_tokens_by_email').on('account_tokens').column('email_key').execute();
    await trx.schema.createIndex('account_tokens_by_end').on('account_tokens').column('expires_at').execute();
  },
};
