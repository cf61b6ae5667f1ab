import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/**
 * The words of messages, for the search in them, by conversation: whoever searches reads the entries of their own
 * conversations only. `words_seq` says how far a conversation is indexed, so that what an instance of the version before
 * stores is indexed later.
 */
export const messageWords: SteppedMigration = {
  name: '051-message-words',
  phase: 'expand',
  steps: [
    {
      name: 'conversations',
      async run(trx) {
        await trx.schema
          .alterTable('conversations')
          .addColumn('words_seq', 'integer', (column) => column.notNull().defaultTo(0))
          .execute();
      },
    },
    {
      name: 'message_words',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('message_words')
          .addColumn('conversation_id', key, (column) => column.notNull())
          .addColumn('word', key, (column) => column.notNull())
          .addColumn('at', 'bigint', (column) => column.notNull())
          .addColumn('seq', 'integer', (column) => column.notNull())
          .addPrimaryKeyConstraint('message_words_pk', ['conversation_id', 'word', 'at', 'seq'])
          .$call((table) => (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
          .execute();
      },
    },
    // Which of the words near a misspelt one are there at all.
    { name: 'message_words_by_word', index: 'on message_words (word)' },
    { name: 'conversations_unindexed', index: 'on conversations (id) where words_seq < last_seq' },
  ],
};
