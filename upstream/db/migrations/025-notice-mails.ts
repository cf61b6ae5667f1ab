import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** When notifications are mailed. What the version before stores beside this one is told by the daily mail only. */
export const noticeMails: Migration = {
  name: '025-notice-mails',
  async up(trx, engine) {
    const key = keyText(engine);
    await trx.schema.alterTable('notifications').addColumn('mail_at', 'bigint').execute();
    await trx.schema.alterTable('notifications').addColumn('mailed_at', 'bigint').execute();
    await sql`create index notifications_to_mail on notifications (mail_at) where mail_at is not null`.execute(trx);
    await trx.schema.alterTable('mail_outbox').addColumn('notice_id', key).execute();
    await trx.schema.alterTable('preferences').addColumn('digest_at', 'bigint').execute();
    await trx.schema
      .alterTable('preferences')
      .addColumn('digested_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index preferences_digest on preferences (digest_at) where digest_at is not null`.execute(trx);
  },
};
