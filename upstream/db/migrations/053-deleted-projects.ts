import type { SteppedMigration } from '../migration.ts';

/**
 * When a deleted project is erased; until then its creator can take the deletion back. An instance of the version before
 * deletes at once, and shows a project that another instance has deleted until it is erased.
 */
export const deletedProjects: SteppedMigration = {
  name: '053-deleted-projects',
  phase: 'expand',
  steps: [
    {
      name: 'projects',
      run: (trx) => trx.schema.alterTable('projects').addColumn('erase_at', 'bigint').execute(),
    },
    { name: 'projects_deleted', index: 'on projects (erase_at) where erase_at is not null' },
  ],
};
