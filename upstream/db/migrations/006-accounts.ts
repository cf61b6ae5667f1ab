import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * What the safety of accounts needs: the password's version, which sessions carry, the turnover of session tokens, and
 * the mark of sample accounts. An instance of the version before ignores all of it: its sessions have no version, and
 * it finds a replaced token in a row of its own until that runs out.
 */
export const accounts: Migration = {
  name: '006-accounts',
  async up(trx, engine) {
    for (const [name, standard] of [
      ['password_version', 1],
      ['is_sample', 0],
    ] as const)
      await trx.schema
        .alterTable('users')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(standard))
        .execute();
    // Addresses below example.com belong to nobody. Only these two sample accounts ever had a password.
    await sql`
      update users set is_sample = 1
      where email_key like '%@example.com'
        and (password_hash is null or email_key in ('demo@example.com', 'seed@example.com'))`.execute(trx);
    await sql`create index users_sample on users (id) where is_sample = 1`.execute(trx);

    const key = keyText(engine);
    await trx.schema.alterTable('sessions').addColumn('password_version', 'integer').execute();
    await trx.schema.alterTable('sessions').addColumn('issued_at', 'bigint').execute();
    await trx.schema
      .alterTable('sessions')
      .addColumn('token_used', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await trx.schema
      .alterTable('sessions')
      .addColumn('successor_id', key, (column) => column.references('sessions.id').onDelete('cascade'))
      .execute();
    await trx.schema.alterTable('sessions').addColumn('nonce', 'text').execute();
    await sql`create index sessions_replaced on sessions (successor_id) where successor_id is not null`.execute(trx);
  },
};
