import { priorities } from '#upstream/jobs/job-store.ts';
import type { OldQueue } from '#upstream/jobs/take-over-old-queues.ts';
import { pushKind } from './queue-pushes.ts';

/** Push messages that an instance of the version before has queued. */
export const oldPushes: OldQueue = {
  table: 'push_outbox',
  jobOf: ({ subscription_id, notification_id, service }) => ({
    kind: pushKind,
    key: `${subscription_id}/${notification_id}`,
    priority: priorities.usual,
    userId: null,
    label: service,
  }),
};
