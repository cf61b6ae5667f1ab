import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/**
 * Messages are edited, deleted, answered and reacted to. `rev` counts the changes of a conversation's messages, and each
 * message has the count of its last one. An instance of the version before changes no message, and leaves all of it alone.
 * The tables name the conversation or the message, so that they hold for rooms as for pairs.
 */
export const messageChanges: SteppedMigration = {
  name: '050-message-changes',
  phase: 'expand',
  steps: [
    {
      name: 'conversations',
      async run(trx) {
        await trx.schema
          .alterTable('conversations')
          .addColumn('rev', 'integer', (column) => column.notNull().defaultTo(0))
          .execute();
      },
    },
    {
      name: 'messages',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .alterTable('messages')
          .addColumn('rev', 'integer', (column) => column.notNull().defaultTo(0))
          .execute();
        await trx.schema.alterTable('messages').addColumn('edited_at', 'bigint').execute();
        await trx.schema.alterTable('messages').addColumn('deleted_at', 'bigint').execute();
        await trx.schema.alterTable('messages').addColumn('reply_to', key).execute();
        await trx.schema
          .alterTable('messages')
          .addColumn('picture_count', 'integer', (column) => column.notNull().defaultTo(0))
          .execute();
      },
    },
    { name: 'messages_changed', index: 'on messages (conversation_id, rev) where rev > 0' },
    { name: 'messages_deleted', index: 'on messages (conversation_id, seq) where deleted_at is not null' },
    {
      name: 'message_reactions',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('message_reactions')
          .addColumn('message_id', key, (column) => column.notNull().references('messages.id').onDelete('cascade'))
          .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('emoji', key, (column) => column.notNull())
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('message_reactions_pk', ['message_id', 'emoji', 'user_id'])
          .execute();
        await trx.schema
          .createIndex('message_reactions_by_user')
          .on('message_reactions')
          .columns(['user_id', 'message_id', 'emoji'])
          .execute();
      },
    },
    {
      name: 'chat_pictures',
      async run(trx, engine) {
        const key = keyText(engine);
        const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
        await trx.schema
          .createTable('chat_pictures')
          .addColumn('id', key, (column) => column.primaryKey().notNull())
          .addColumn('owner_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('message_id', key, (column) => column.references('messages.id').onDelete('cascade'))
          .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('alt', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('width', 'integer', (column) => column.notNull())
          .addColumn('height', 'integer', (column) => column.notNull())
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .execute();
        await trx.schema
          .createTable('chat_picture_files')
          .addColumn('picture_id', key, (column) => column.notNull().references('chat_pictures.id').onDelete('cascade'))
          .addColumn('file', 'text', (column) => column.notNull())
          .addColumn('bytes', bytes, (column) => column.notNull())
          .addPrimaryKeyConstraint('chat_picture_files_pk', ['picture_id', 'file'])
          .execute();
        await trx.schema
          .createIndex('chat_pictures_by_owner')
          .on('chat_pictures')
          .columns(['owner_id', 'id'])
          .execute();
        await trx.schema
          .createIndex('chat_pictures_by_message')
          .on('chat_pictures')
          .columns(['message_id', 'position'])
          .execute();
        await sql`create index chat_pictures_unused on chat_pictures (created_at) where message_id is null`.execute(
          trx,
        );
      },
    },
  ],
};
