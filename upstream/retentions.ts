import { day } from '#shared/durations.ts';
import { latestNoticeLimit } from './db/tables/notifications.ts';
import { unusedChatPicturesKeptMs } from './features/chat/pictures/chat-picture-store.ts';
import { historyKeptMs } from './features/history/history-store.ts';
import { startedKeptMs } from './features/totp/second-factor-store.ts';
import type { Retention } from './jobs/retention.ts';

/** Reports with their evidence, and their cases with them, are kept for so long after they were closed. */
const closedReportsKeptMs = 180 * day;
const actsKeptMs = 2 * 365 * day;

/** The rows that are deleted when they are old, by their name in the metrics; docs/operations.md has the table. */
export const retentions = {
  sessions: { table: 'sessions', age: 'expires_at', keptMs: 0, index: 'sessions_by_expiry' },
  'links in mails': { table: 'account_tokens', age: 'expires_at', keptMs: 0, index: 'account_tokens_by_end' },
  'used challenges': {
    table: 'used_challenges',
    keys: ['challenge'],
    age: 'expires_at',
    keptMs: 0,
    index: 'used_challenges_by_end',
  },
  'abandoned second factors': {
    table: 'second_factors',
    keys: ['user_id'],
    only: 'confirmed_at is null',
    age: 'created_at',
    keptMs: startedKeptMs,
    index: 'second_factors_begun',
  },
  'chat pictures': {
    table: 'chat_pictures',
    only: 'message_id is null',
    age: 'created_at',
    keptMs: unusedChatPicturesKeptMs,
    index: 'chat_pictures_unused',
    // With their files.
    batch: 50,
  },
  'account history': {
    table: 'account_events',
    age: 'created_at',
    keptMs: historyKeptMs,
    index: 'account_events_by_time',
  },
  notifications: { table: 'notifications', age: 'created_at', keptMs: 90 * day, index: 'notifications_by_age' },
  'notice limits': {
    table: 'notice_limits',
    keys: ['by_id', 'for_id', 'about'],
    age: latestNoticeLimit,
    keptMs: 30 * day,
    index: 'notice_limits_by_age',
  },
  'project activity': {
    table: 'project_activity',
    age: 'created_at',
    keptMs: 365 * day,
    index: 'project_activity_by_age',
  },
  'project invitations': { table: 'project_invites', age: 'ends_at', keptMs: 0, index: 'project_invites_by_end' },
  reports: { table: 'reports', age: 'closed_at', keptMs: closedReportsKeptMs, index: 'reports_closed' },
  cases: {
    table: 'cases',
    age: 'closed_at',
    keptMs: closedReportsKeptMs,
    index: 'cases_closed',
    // Its reports are as old as the decision, and are deleted by themselves.
    keptWhile: 'exists (select 1 from reports where reports.subject = cases.subject and reports.kind = cases.kind)',
  },
  'acts of moderators': { table: 'case_actions', age: 'created_at', keptMs: actsKeptMs, index: 'case_actions_by_time' },
  'acts of operators': {
    table: 'admin_actions',
    age: 'created_at',
    keptMs: actsKeptMs,
    index: 'admin_actions_by_time',
  },
  'dead jobs': { table: 'jobs', keys: ['kind', 'key'], age: 'died_at', keptMs: 14 * day, index: 'jobs_dead' },
} as const satisfies Record<string, Retention>;
