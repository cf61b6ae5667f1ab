import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** Passkeys, and the challenges of logins that have succeeded. The version before ignores both. */
export const passkeys: Migration = {
  name: '022-passkeys',
  async up(trx, engine) {
    const key = keyText(engine);
    const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
    await trx.schema
      .createTable('passkeys')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', key, (column) => column.notNull().unique())
      .addColumn('public_key', bytes, (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('flagged_at', 'bigint')
      .execute();
    await trx.schema.createIndex('passkeys_by_user').on('passkeys').columns(['user_id', 'id']).execute();
    await trx.schema
      .createTable('used_challenges')
      .addColumn('challenge', key, (column) => column.primaryKey().notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('used_challenges_by_end').on('used_challenges').column('expires_at').execute();
  },
};
