import type { Migration } from '../migration.ts';

/** By which SECRET what is sealed in this database can be opened: one row, written by the first start. */
export const secretFingerprint: Migration = {
  name: '039-secret-fingerprint',
  async up(trx) {
    await trx.schema
      .createTable('secret_fingerprint')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
