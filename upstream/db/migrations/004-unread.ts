import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Unread counts of both people, in the conversation row that sending updates anyway. The indexes are partial (only
 * conversations with unread messages), so a person's total costs no more than what is unread. Messages stored by an
 * older version during an upgrade are not counted until the conversation is next read.
 */
export const unread: Migration = {
  name: '004-unread',
  async up(trx) {
    for (const side of ['low', 'high']) {
      const column = `unread_${side}`;
      await trx.schema
        .alterTable('conversations')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute();
      await sql`
        update conversations set ${sql.ref(column)} = last_seq - coalesce((
          select read_seq from conversation_reads
          where conversation_id = conversations.id and user_id = conversations.${sql.ref(`user_${side}`)}
        ), 0)`.execute(trx);
      await sql`
        create index ${sql.ref(`conversations_${column}`)} on conversations (${sql.ref(`user_${side}`)})
        where ${sql.ref(column)} > 0`.execute(trx);
    }
  },
};
