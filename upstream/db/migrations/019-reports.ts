import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** What people report, with a copy of it, and what came of it. An instance of the version before ignores the table. */
export const reports: Migration = {
  name: '019-reports',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('reports')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('reporter_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('accused_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', key, (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('evidence', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('closed_at', 'bigint')
      .addColumn('outcome', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('closed_by', 'text', (column) => column.notNull().defaultTo(''))
      .addUniqueConstraint('reports_once', ['reporter_id', 'kind', 'subject'])
      .execute();
    await trx.schema.createIndex('reports_by_reporter').on('reports').columns(['reporter_id', 'id']).execute();
    await trx.schema.createIndex('reports_by_accused').on('reports').columns(['accused_id', 'id']).execute();
    await sql`create index reports_open on reports (id) where closed_at is null`.execute(trx);
    await sql`create index reports_closed on reports (closed_at) where closed_at is not null`.execute(trx);
  },
};
