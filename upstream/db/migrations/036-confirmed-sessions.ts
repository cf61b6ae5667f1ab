import type { Migration } from '../migration.ts';

/** When the owner last gave the password, and the code where there is one, in a session. The version before ignores it. */
export const confirmedSessions: Migration = {
  name: '036-confirmed-sessions',
  async up(trx) {
    await trx.schema.alterTable('sessions').addColumn('confirmed_at', 'bigint').execute();
  },
};
