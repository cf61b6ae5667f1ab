import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';

/**
 * Background work, see `upstream/jobs`. An instance of the version before goes on writing `mail_outbox` and `push_outbox`,
 * whose rows the new instances take over (`take-over-old-queues.ts`); both tables are removed a release later.
 */
export const jobs: Migration = {
  name: '040-jobs',
  phase: 'expand',
  steps: [
    {
      name: 'jobs',
      async run(trx, engine) {
        const key = keyText(engine);
        await trx.schema
          .createTable('jobs')
          .addColumn('kind', key, (column) => column.notNull())
          .addColumn('key', key, (column) => column.notNull())
          .addColumn('priority', 'integer', (column) => column.notNull())
          // No foreign key: an account that is erased at the same moment must not fail the call that queues the job.
          .addColumn('user_id', key)
          .addColumn('label', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('body', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .addColumn('due_at', 'bigint', (column) => column.notNull())
          .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
          .addColumn('lease_by', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('last_error', 'text', (column) => column.notNull().defaultTo(''))
          .addColumn('died_at', 'bigint')
          .addPrimaryKeyConstraint('jobs_pk', ['kind', 'key'])
          .execute();
      },
    },
    { name: 'jobs_due', index: 'on jobs (kind, priority, due_at, key) where died_at is null' },
    { name: 'jobs_dead', index: 'on jobs (died_at) where died_at is not null' },
    { name: 'jobs_tried', index: 'on jobs (kind, tries) where tries > 0' },
    { name: 'jobs_by_user', index: 'on jobs (user_id) where user_id is not null' },
  ],
};
