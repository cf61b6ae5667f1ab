import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * Moderators, the cases that gather reports about one thing, ends of suspensions, and what moderators have hidden. An
 * instance of the version before ignores all of it: reports that it stores get their case later, see `case-store.ts`.
 */
export const moderation: Migration = {
  name: '028-moderation',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('moderators')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.unique().references('users.id').onDelete('set null'))
      .addColumn('granted_at', 'bigint', (column) => column.notNull())
      .addColumn('removed_at', 'bigint')
      .execute();
    await trx.schema
      .createTable('cases')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', key, (column) => column.notNull())
      .addColumn('accused_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint')
      .addColumn('closed_at', 'bigint')
      .addUniqueConstraint('cases_once', ['kind', 'subject'])
      .execute();
    await sql`create index cases_open on cases (due_at, id) where closed_at is null`.execute(trx);
    await sql`create index cases_closed on cases (closed_at, id) where closed_at is not null`.execute(trx);
    await sql`create index cases_unseen on cases (opened_at) where closed_at is null and first_seen_at is null`.execute(
      trx,
    );
    await trx.schema.createIndex('cases_by_accused').on('cases').columns(['accused_id', 'id']).execute();
    await trx.schema.createIndex('reports_by_subject').on('reports').columns(['subject', 'kind']).execute();

    await trx.schema.alterTable('users').addColumn('suspended_until', 'bigint').execute();
    for (const column of ['suspended_reason', 'suspended_by', 'hidden_reason'])
      await trx.schema
        .alterTable('users')
        .addColumn(column, 'text', (made) => made.notNull().defaultTo(''))
        .execute();
    await trx.schema.alterTable('users').addColumn('hidden_at', 'bigint').execute();
    await trx.schema.alterTable('projects').addColumn('hidden_at', 'bigint').execute();
    await trx.schema.alterTable('projects').addColumn('hidden_reason', 'text').execute();
    await trx.schema.alterTable('messages').addColumn('hidden_at', 'bigint').execute();
    await sql`create index users_suspended_until on users (suspended_until) where suspended_until is not null`.execute(
      trx,
    );

    // One case for each thing that was reported; its id is that of its first report.
    await sql`
      insert into cases (id, kind, subject, accused_id, opened_at, due_at, closed_at)
      select min(id), kind, subject, min(accused_id), min(created_at), min(created_at) + 86400000,
        case when max(case when closed_at is null then 1 else 0 end) = 1 then null else max(closed_at) end
      from reports group by kind, subject`.execute(trx);
  },
};
