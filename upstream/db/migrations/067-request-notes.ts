import type { SteppedMigration } from '../migration.ts';

/** What the person who asks says with their request. An instance of the version before writes and shows none. */
export const requestNotes: SteppedMigration = {
  name: '067-request-notes',
  phase: 'expand',
  steps: [
    {
      name: 'notes of requests',
      run: (trx) =>
        trx.schema
          .alterTable('requests')
          .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
          .execute(),
    },
  ],
};
