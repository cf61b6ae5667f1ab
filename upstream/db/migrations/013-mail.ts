import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** Mails that wait to be sent, see `upstream/mail`. An instance of the version before sends none. */
export const mail: Migration = {
  name: '013-mail',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema
      .createTable('mail_outbox')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('user_id', key, (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_by', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await trx.schema.createIndex('mail_outbox_due').on('mail_outbox').columns(['next_at', 'id']).execute();
    await trx.schema.createIndex('mail_outbox_by_user').on('mail_outbox').column('user_id').execute();
  },
};
