import { sql } from 'kysely';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/** Uploaded pictures, covers of profiles, and descriptions of project pictures. The version before ignores them all. */
export const media: Migration = {
  name: '012-media',
  async up(trx, engine) {
    const key = keyText(engine);
    const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
    await trx.schema
      .alterTable('users')
      .addColumn('cover_url', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await trx.schema
      .alterTable('projects')
      .addColumn('image_alt', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await trx.schema
      .createTable('media')
      .addColumn('id', key, (column) => column.primaryKey().notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await trx.schema
      .createTable('media_files')
      .addColumn('media_id', key, (column) => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('media_files_pk', ['media_id', 'file'])
      .execute();
    await trx.schema
      .createTable('media_owners')
      .addColumn('media_id', key, (column) => column.notNull().references('media.id'))
      .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('media_owners_pk', ['user_id', 'media_id'])
      .execute();
    await trx.schema.createIndex('media_owners_by_media').on('media_owners').column('media_id').execute();
    await trx.schema.createIndex('media_owners_by_use').on('media_owners').column('used_at').execute();
  },
};
