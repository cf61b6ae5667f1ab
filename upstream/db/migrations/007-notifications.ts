import { type CreateTableBuilder, type RawBuilder, sql, type Transaction } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';
import type { Database } from '../schema.ts';

/** Stored notifications, and how often one person may cause one of another. */
export const notifications: Migration = {
  name: '007-notifications',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('notifications')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', key, (column) => column.notNull())
      .addColumn('actor_id', key, (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('project_id', key, (column) => column.references('projects.id').onDelete('cascade'))
      .addColumn('detail', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint')
      .addUniqueConstraint('notifications_once', ['user_id', 'kind', 'subject'])
      .execute();
    await index(trx, 'notifications_newest', 'notifications', ['user_id', 'created_at', 'id']);
    await sql`create index notifications_unread on notifications (user_id, kind) where read_at is null`.execute(trx);
    await index(trx, 'notifications_by_age', 'notifications', ['created_at']);
    await sql`create index notifications_by_actor on notifications (actor_id) where actor_id is not null`.execute(trx);
    await sql`create index notifications_by_project on notifications (project_id) where project_id is not null`.execute(
      trx,
    );

    await noticeLimits(trx.schema.createTable('notice_limits'), key).execute();
    await index(trx, 'notice_limits_for', 'notice_limits', ['for_id']);
  },
};

function noticeLimits(table: CreateTableBuilder<string>, key: RawBuilder<unknown>) {
  return table
    .addColumn('by_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('for_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('about', key, (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addColumn('withdrawals', 'integer', (column) => column.notNull())
    .addColumn('withdrawn_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_limits_pk', ['by_id', 'for_id', 'about']);
}

async function index(trx: Transaction<Database>, name: string, table: string, columns: string[]): Promise<void> {
  await trx.schema.createIndex(name).on(table).columns(columns).execute();
}
