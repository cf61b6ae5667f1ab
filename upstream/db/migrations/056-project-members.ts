import type { SteppedMigration } from '../migration.ts';

/**
 * Since when a member is offered the project by its creator, at most one member of each. The word of a member's role is the
 * column of the role that was asked for. An instance of the version before offers nothing, and leaves offers alone; where it
 * removes a member, the offer goes with the row.
 */
export const projectMembers: SteppedMigration = {
  name: '056-project-members',
  phase: 'expand',
  steps: [
    {
      name: 'interests',
      run: (trx) => trx.schema.alterTable('project_interests').addColumn('offered_at', 'bigint').execute(),
    },
    { name: 'project_offers', index: 'on project_interests (project_id) where offered_at is not null', isUnique: true },
  ],
};
