import type { Migration } from '../migration.ts';

/** For deletions of old rows, see `upstream/background.ts`, and for what an erasure deletes. */
export const retentionIndexes: Migration = {
  name: '042-retention-indexes',
  phase: 'expand',
  steps: [
    { name: 'sessions_by_age', index: 'on sessions (created_at)' },
    {
      name: 'notice_limits_by_age',
      index: 'on notice_limits ((case when told_at > withdrawn_at then told_at else withdrawn_at end))',
    },
    { name: 'second_factors_begun', index: 'on second_factors (created_at) where confirmed_at is null' },
    { name: 'conversation_reads_by_user', index: 'on conversation_reads (user_id)' },
  ],
};
