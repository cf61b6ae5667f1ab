import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** How far the other person may know that one has read: behind `read_seq` while receipts are switched off. */
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
