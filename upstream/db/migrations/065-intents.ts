import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/** What people look for, the hours a week that they have, and the switch that shows their time zone. */
export const intents: SteppedMigration = {
  name: '065-intents',
  phase: 'expand',
  steps: [
    {
      name: 'user_intents',
      run: async (trx, engine) => {
        const key = keyText(engine);
        await trx.schema
          .createTable('user_intents')
          .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('intent', key, (column) => column.notNull())
          .addPrimaryKeyConstraint('user_intents_pk', ['user_id', 'intent'])
          .execute();
      },
    },
    { name: 'user_intents_by_intent', index: 'on user_intents (intent, user_id)' },
    {
      name: 'hours a week',
      run: (trx) => trx.schema.alterTable('users').addColumn('weekly_hours', 'integer').execute(),
    },
    {
      name: 'shown time zones',
      run: (trx) =>
        trx.schema
          .alterTable('preferences')
          .addColumn('show_time_zone', 'integer', (column) => column.notNull().defaultTo(0))
          .execute(),
    },
  ],
};
