import { sql, type Transaction } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';
import type { Database } from '../schema.ts';

/** What moderators did, the warnings they gave and the pictures they erased. The version before knows none of them. */
export const moderationLog: Migration = {
  name: '029-moderation-log',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('case_actions')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('case_id', key, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('accused_id', key, (column) => column.notNull())
      .addColumn('moderator_id', key, (column) => column.references('moderators.id'))
      .addColumn('operator', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint')
      .addColumn('undoes', key, (column) => column.notNull().defaultTo(''))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('case_actions_by_case').on('case_actions').columns(['case_id', 'version']).execute();
    await trx.schema.createIndex('case_actions_by_accused').on('case_actions').columns(['accused_id', 'id']).execute();
    await trx.schema.createIndex('case_actions_by_time').on('case_actions').column('created_at').execute();
    // One undo for each action, whatever runs at the same time.
    await sql`create unique index case_actions_undone_once on case_actions (undoes) where undoes <> ''`.execute(trx);
    await (engine === 'sqlite' ? keepInSqlite(trx) : keepInPostgres(trx));

    await trx.schema
      .createTable('warnings')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('acknowledged_at', 'bigint')
      .execute();
    await trx.schema.createIndex('warnings_by_user').on('warnings').columns(['user_id', 'id']).execute();
    await trx.schema
      .createTable('erased_pictures')
      .addColumn('media_id', key, (column) => column.primaryKey().notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

/** Two years, in milliseconds; `case-log.ts` deletes by the same time. */
const keptMs = 2 * 365 * 24 * 60 * 60 * 1000;

/**
 * Rows of the log are never changed. They are deleted after two years, or once the account that they are about is
 * deleted. `insert or replace` fires no trigger of a deletion, so that it has one of its own.
 */
async function keepInSqlite(trx: Transaction<Database>): Promise<void> {
  await sql`
    create trigger case_actions_unchanged before update on case_actions
    begin select raise(abort, 'case_actions is append-only'); end`.execute(trx);
  await sql`
    create trigger case_actions_not_replaced before insert on case_actions
    when exists (select 1 from case_actions where id = new.id)
    begin select raise(abort, 'case_actions is append-only'); end`.execute(trx);
  await sql`
    create trigger case_actions_kept before delete on case_actions
    when old.created_at > unixepoch() * 1000 - ${sql.lit(keptMs)}
      and exists (select 1 from users where id = old.accused_id and deleted_at is null)
    begin select raise(abort, 'case_actions is append-only'); end`.execute(trx);
}

async function keepInPostgres(trx: Transaction<Database>): Promise<void> {
  await sql`
    create function keep_case_action() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and (old.created_at <= extract(epoch from now()) * 1000 - ${sql.lit(keptMs)}
        or not exists (select 1 from users where id = old.accused_id and deleted_at is null)) then
        return old;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(trx);
  await sql`
    create trigger case_actions_kept before update or delete on case_actions
    for each row execute function keep_case_action()`.execute(trx);
  await sql`
    create trigger case_actions_not_emptied before truncate on case_actions
    for each statement execute function keep_case_action()`.execute(trx);
}
