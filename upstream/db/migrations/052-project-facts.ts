import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/**
 * What a project says of itself: its status, links, hours, and the roles that it looks for; the role that an ask is for, and
 * the creator's answer. An instance of the version before writes none of it: its projects say nothing, and its asks are for
 * no role.
 */
export const projectFacts: SteppedMigration = {
  name: '052-project-facts',
  phase: 'expand',
  steps: [
    {
      // Not `status`, which queries that join asks and projects would find twice.
      name: 'projects',
      async run(trx) {
        await trx.schema.alterTable('projects').addColumn('stage', 'text').execute();
        await trx.schema.alterTable('projects').addColumn('hours_per_week', 'integer').execute();
        for (const link of ['repository_url', 'demo_url'])
          await trx.schema
            .alterTable('projects')
            .addColumn(link, 'text', (column) => column.notNull().defaultTo(''))
            .execute();
      },
    },
    {
      name: 'interests',
      async run(trx) {
        for (const text of ['role', 'answer'])
          await trx.schema
            .alterTable('project_interests')
            .addColumn(text, 'text', (column) => column.notNull().defaultTo(''))
            .execute();
      },
    },
    {
      name: 'project_roles',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('project_roles')
          .addColumn('project_id', key, (column) => column.notNull().references('projects.id').onDelete('cascade'))
          .addColumn('role_key', key, (column) => column.notNull())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('is_filled', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('position', 'integer', (column) => column.notNull())
          .addPrimaryKeyConstraint('project_roles_pk', ['project_id', 'role_key'])
          .execute();
      },
    },
  ],
};
