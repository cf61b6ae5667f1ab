import type { SteppedMigration } from '../migration.ts';

/** Whether a person has put away the line that says that somebody in the room and they do not see each other's messages. */
export const toldOfBlocks: SteppedMigration = {
  name: '069-told-of-blocks',
  phase: 'expand',
  steps: [
    {
      name: 'conversation_reads',
      run: (trx) =>
        trx.schema
          .alterTable('conversation_reads')
          .addColumn('told_of_blocks', 'integer', (column) => column.notNull().defaultTo(0))
          .execute(),
    },
  ],
};
