import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * How many messages each of the two has not read, kept where sending updates a row anyway. Only conversations with
 * something unread are in the indexes, so that a person's total costs what is unread and not all they ever wrote.
 * What an older version stores meanwhile is counted right again as soon as the conversation is read.
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
