import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * What happened to an account, for its owner, and from where each session was used last. An instance of the version
 * before writes neither. The database itself refuses a change of a row: it is deleted with its account, or when it is old.
 */
export const accountHistory: Migration = {
  name: '015-account-history',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .alterTable('sessions')
      .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await trx.schema
      .createTable('account_events')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema
      .createIndex('account_events_by_user')
      .on('account_events')
      .columns(['user_id', 'created_at', 'id'])
      .execute();
    await trx.schema.createIndex('account_events_by_time').on('account_events').column('created_at').execute();
    if (engine === 'sqlite') {
      await sql`
        create trigger account_events_only_grow before update on account_events
        begin select raise(abort, 'account_events is append-only'); end`.execute(trx);
      return;
    }
    await sql`
      create function refuse_change() returns trigger language plpgsql as $$
      begin raise exception '% is append-only', tg_table_name; end $$`.execute(trx);
    await sql`
      create trigger account_events_only_grow before update on account_events
      for each row execute function refuse_change()`.execute(trx);
  },
};
