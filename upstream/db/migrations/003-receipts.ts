import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * `shown_seq`: how far the other person may know that this one has read. It stays behind `read_seq` while receipts are
 * off.
 */
export const receipts: Migration = {
  name: '003-receipts',
  async up(trx) {
    await trx.schema
      .alterTable('conversation_reads')
      .addColumn('shown_seq', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update conversation_reads set shown_seq = read_seq`.execute(trx);
  },
};
