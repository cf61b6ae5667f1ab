import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/** What has happened in projects. An instance of the version before writes none of it: what it does is missing from the list. */
export const projectActivity: SteppedMigration = {
  name: '057-project-activity',
  phase: 'expand',
  steps: [
    {
      name: 'project_activity',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('project_activity')
          .addColumn('id', key, (column) => column.primaryKey().notNull())
          .addColumn('project_id', key, (column) => column.notNull().references('projects.id').onDelete('cascade'))
          .addColumn('kind', 'text', (column) => column.notNull())
          .addColumn('actor_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('detail', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .execute();
        for (const [name, columns] of [
          ['project_activity_by_project', ['project_id', 'id']],
          ['project_activity_by_actor', ['actor_id', 'id']],
          ['project_activity_by_age', ['created_at']],
        ] as const)
          await trx.schema
            .createIndex(name)
            .on('project_activity')
            .columns([...columns])
            .execute();
      },
    },
  ],
};
