import type { Migration } from '../migration.ts';

/**
 * The name that a moderator has hidden, in the form in which names are compared, so that another name of the person
 * shows. An instance of the version before shows all names.
 */
export const hiddenNames: Migration = {
  name: '033-hidden-names',
  async up(trx) {
    for (const column of ['hidden_name', 'hidden_name_reason'])
      await trx.schema
        .alterTable('users')
        .addColumn(column, 'text', (made) => made.notNull().defaultTo(''))
        .execute();
    await trx.schema.alterTable('users').addColumn('hidden_name_at', 'bigint').execute();
  },
};
