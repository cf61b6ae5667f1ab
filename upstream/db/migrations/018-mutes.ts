import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** Whom and which words an account does not want to meet. The version before ignores both. */
export const mutes: Migration = {
  name: '018-mutes',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('mutes')
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('muted_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mutes_pk', ['user_id', 'muted_id'])
      .execute();
    await trx.schema.createIndex('mutes_by_muted').on('mutes').column('muted_id').execute();
    await trx.schema.createIndex('mutes_newest').on('mutes').columns(['user_id', 'created_at', 'muted_id']).execute();
    await trx.schema
      .createTable('muted_words')
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('word_key', key, (column) => column.notNull())
      .addColumn('word', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('muted_words_pk', ['user_id', 'word_key'])
      .execute();
  },
};
