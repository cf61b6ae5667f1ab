import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/**
 * A conversation is a pair's or the room of a project, which has no pair. There is no foreign key to the project: an instance
 * of the version before erases projects, and would leave the words of their messages; `roomsTurn` erases rooms without a
 * project. Such an instance looks for conversations by pair, so that it sees no room.
 */
export const rooms: SteppedMigration = {
  name: '061-rooms',
  phase: 'expand',
  steps: [
    {
      name: 'conversations',
      async run(trx, engine) {
        // SQLite has this since 3.53.
        for (const column of ['user_low', 'user_high'])
          await sql`alter table conversations alter column ${sql.ref(column)} drop not null`.execute(trx);
        await sql`alter table conversations add column project_id ${keyText(engine)}`.execute(trx);
      },
    },
    { name: 'conversations_room', index: 'on conversations (project_id) where project_id is not null', isUnique: true },
    {
      name: 'messages',
      async run(trx) {
        await sql`alter table messages add column event text`.execute(trx);
        await sql`alter table messages add column mentions text not null default ''`.execute(trx);
        await sql`alter table messages add column pinned_at bigint`.execute(trx);
      },
    },
    { name: 'messages_pinned', index: 'on messages (conversation_id, pinned_at) where pinned_at is not null' },
    {
      name: 'conversation_reads',
      run: (trx) =>
        trx.schema
          .alterTable('conversation_reads')
          .addColumn('muted', 'integer', (column) => column.notNull().defaultTo(0))
          .execute(),
    },
  ],
};
