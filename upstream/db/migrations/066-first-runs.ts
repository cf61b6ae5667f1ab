import type { SteppedMigration } from '../migration.ts';

/** The step of the first run at which a new account is. Accounts of before, and of an instance of the version before, have none. */
export const firstRuns: SteppedMigration = {
  name: '066-first-runs',
  phase: 'expand',
  steps: [
    {
      name: 'first runs',
      run: (trx) =>
        trx.schema
          .alterTable('users')
          .addColumn('first_run', 'text', (column) => column.notNull().defaultTo(''))
          .execute(),
    },
  ],
};
