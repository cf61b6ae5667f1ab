import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/**
 * What members tell of their projects, and who follows these. An instance of the version before has no call that reads them;
 * it does not count the pictures of updates as used, and deletes unused ones after a day.
 */
export const projectUpdates: SteppedMigration = {
  name: '064-project-updates',
  phase: 'expand',
  steps: [
    {
      name: 'project_updates',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('project_updates')
          .addColumn('id', key, (column) => column.primaryKey().notNull())
          .addColumn('project_id', key, (column) => column.notNull().references('projects.id').onDelete('cascade'))
          .addColumn('author_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('text', 'text', (column) => column.notNull())
          .addColumn('picture_url', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('picture_alt', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .execute();
        for (const [name, column] of [
          ['project_updates_by_project', 'project_id'],
          ['project_updates_by_author', 'author_id'],
        ] as const)
          await trx.schema.createIndex(name).on('project_updates').columns([column, 'id']).execute();
      },
    },
    {
      name: 'project_follows',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('project_follows')
          .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('project_id', key, (column) => column.notNull().references('projects.id').onDelete('cascade'))
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('project_follows_key', ['user_id', 'project_id'])
          .execute();
        await trx.schema.createIndex('project_follows_by_project').on('project_follows').column('project_id').execute();
      },
    },
  ],
};
