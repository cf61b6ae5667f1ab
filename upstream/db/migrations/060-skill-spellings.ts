import type { SteppedMigration } from '../migration.ts';

/**
 * How the person wrote a skill whose label is the listed name. Null is a row of before, or of an instance of the version
 * before: a job gives it its listed name.
 */
export const skillSpellings: SteppedMigration = {
  name: '060-skill-spellings',
  phase: 'expand',
  steps: [
    {
      name: 'skills of people',
      run: (trx) => trx.schema.alterTable('user_skills').addColumn('spelling', 'varchar(200)').execute(),
    },
    {
      name: 'skills of projects',
      run: (trx) => trx.schema.alterTable('project_skills').addColumn('spelling', 'varchar(200)').execute(),
    },
    { name: 'user_skills_unlisted', index: 'on user_skills (user_id) where spelling is null' },
    { name: 'project_skills_unlisted', index: 'on project_skills (project_id) where spelling is null' },
  ],
};
