import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * Who has blocked whom, one row for each direction. `conversations.blocked` repeats it for the pair, in the row that
 * storing a message locks: PostgreSQL's single statement for a message would otherwise go by a snapshot from before the
 * block. The version before ignores both.
 */
export const blocks: Migration = {
  name: '017-blocks',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('blocks')
      .addColumn('blocker_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('blocked_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('blocks_pk', ['blocker_id', 'blocked_id'])
      .addCheckConstraint('blocks_not_self', sql`blocker_id <> blocked_id`)
      .execute();
    await trx.schema.createIndex('blocks_by_blocked').on('blocks').columns(['blocked_id', 'blocker_id']).execute();
    await trx.schema
      .createIndex('blocks_newest')
      .on('blocks')
      .columns(['blocker_id', 'created_at', 'blocked_id'])
      .execute();
    await trx.schema
      .alterTable('conversations')
      .addColumn('blocked', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
