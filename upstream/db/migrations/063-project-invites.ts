import { keyText } from '../key-text.ts';
import type { SteppedMigration } from '../migration.ts';

/** Links with which members invite people into a project. An instance of the version before has no call that reads them. */
export const projectInvites: SteppedMigration = {
  name: '063-project-invites',
  phase: 'expand',
  steps: [
    {
      name: 'project_invites',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('project_invites')
          .addColumn('id', key, (column) => column.primaryKey().notNull())
          .addColumn('project_id', key, (column) => column.notNull().references('projects.id').onDelete('cascade'))
          .addColumn('inviter_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('token_hash', 'text', (column) => column.notNull().unique())
          .addColumn('uses', 'integer', (column) => column.notNull())
          .addColumn('used', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .addColumn('ends_at', 'bigint', (column) => column.notNull())
          .execute();
        for (const [name, columns] of [
          ['project_invites_by_project', ['project_id', 'id']],
          ['project_invites_by_inviter', ['inviter_id', 'id']],
          ['project_invites_by_end', ['ends_at']],
        ] as const)
          await trx.schema
            .createIndex(name)
            .on('project_invites')
            .columns([...columns])
            .execute();
      },
    },
  ],
};
