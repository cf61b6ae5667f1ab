import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** Push messages, see `upstream/push`. An instance of the version before queues and sends none. */
export const push: Migration = {
  name: '026-push',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('push_keys')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('sealed_private_key', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema
      .createTable('push_subscriptions')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      // One browser has one session and one subscription.
      .addColumn('session_id', key, (column) => column.notNull().unique().references('sessions.id').onDelete('cascade'))
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('endpoint_hash', key, (column) => column.notNull().unique())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('p256dh', 'text', (column) => column.notNull())
      .addColumn('auth', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema
      .createIndex('push_subscriptions_by_user')
      .on('push_subscriptions')
      .columns(['user_id', 'id'])
      .execute();
    await trx.schema
      .createTable('push_outbox')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      // No foreign keys: a browser that leaves at the same moment must not fail the call that causes a notification. The
      // worker removes the rows whose subscription or notification is gone.
      .addColumn('subscription_id', key, (column) => column.notNull())
      .addColumn('notification_id', key, (column) => column.notNull())
      .addColumn('service', key, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_by', 'text', (column) => column.notNull().defaultTo(''))
      .addUniqueConstraint('push_outbox_once', ['subscription_id', 'notification_id'])
      .execute();
    await trx.schema.createIndex('push_outbox_due').on('push_outbox').columns(['next_at', 'id']).execute();
  },
};
