import type { SteppedMigration } from '../migration.ts';

/**
 * The rows of a project's activity that everybody but its creator reads. Without this index, their list reads every request
 * to join the project as well.
 */
export const activityForVisitors: SteppedMigration = {
  name: '068-activity-for-visitors',
  phase: 'expand',
  steps: [
    {
      name: 'project_activity_for_visitors',
      index: "on project_activity (project_id, id) where kind <> 'asked'",
    },
  ],
};
