import type { CaseActionKind } from '#shared/api/moderation.ts';
import type { ReportKind, ReportOutcome, ReportReason } from '#shared/api/safety.ts';
import { owned, type Tables, typed } from './table.ts';

export const moderationTables = {
  /** The role. Its row outlives the account, without its id: the log of moderators names it. */
  moderators: {
    columns: {
      id: 'key not null primary key',
      user_id: 'key unique references users (id) on delete set null',
      granted_at: 'bigint not null',
      /** When the role was taken away; null while the person has it. */
      removed_at: 'bigint',
    },
  },
  /** The reports about one thing, see `case-store.ts`. Open while `closed_at` is null. */
  cases: {
    columns: {
      id: 'key not null primary key',
      kind: typed<ReportKind>('text not null'),
      /** The id of the person or thing. */
      subject: 'key not null',
      accused_id: owned('users'),
      version: 'integer not null',
      /** The time of its first report, or of the one that has opened it again. */
      opened_at: 'bigint not null',
      /** When somebody should have looked: the order of the queue. */
      due_at: 'bigint not null',
      first_seen_at: 'bigint',
      closed_at: 'bigint',
    },
    constraints: ['constraint cases_once unique (kind, subject)'],
    indexes: [
      'create index cases_open on cases (due_at, id) where closed_at is null',
      'create index cases_closed on cases (closed_at, id) where closed_at is not null',
      'create index cases_unseen on cases (opened_at) where closed_at is null and first_seen_at is null',
      'create index cases_by_accused on cases (accused_id, id)',
    ],
  },
  /** The actions of moderators in a case; kept for two years, or until the account that it is about is gone. Nothing changes a row. */
  case_actions: {
    columns: {
      id: 'key not null primary key',
      case_id: 'key not null',
      /** The case's version that the action has made: their order. */
      version: 'integer not null',
      kind: typed<ReportKind>('text not null'),
      accused_id: 'key not null',
      moderator_id: 'key not null references moderators (id)',
      action: typed<CaseActionKind>('text not null'),
      reason: 'text not null',
      /** Of a suspension; null without an end. */
      until: 'bigint',
      /** The id of the action that this one takes back, or empty. */
      undoes: 'key not null',
      created_at: 'bigint not null',
    },
    indexes: [
      'create index case_actions_by_case on case_actions (case_id, version)',
      'create index case_actions_by_accused on case_actions (accused_id, id)',
      'create index case_actions_by_time on case_actions (created_at)',
      "create unique index case_actions_undone_once on case_actions (undoes) where undoes <> ''",
    ],
  },
  /** The reports of people and things, see `report-store.ts`; deleted some time after they were answered. */
  reports: {
    columns: {
      id: 'key not null primary key',
      reporter_id: owned('users'),
      /** The owner of what is reported. */
      accused_id: owned('users'),
      kind: typed<ReportKind>('text not null'),
      /** The id of the person or thing. */
      subject: 'key not null',
      reason: typed<ReportReason>('text not null'),
      details: 'text not null',
      /** A copy of what is reported, as JSON. */
      evidence: 'text not null',
      created_at: 'bigint not null',
      closed_at: 'bigint',
      outcome: typed<ReportOutcome | ''>('text not null'),
      /** The answer that the reporter reads. */
      answer: 'text not null',
      /** The action of a case, or the operator, that has closed it. */
      closed_by: 'text not null',
    },
    constraints: ['constraint reports_once unique (reporter_id, kind, subject)'],
    indexes: [
      'create index reports_by_reporter on reports (reporter_id, id)',
      'create index reports_by_accused on reports (accused_id, id)',
      'create index reports_open on reports (id) where closed_at is null',
      'create index reports_closed on reports (closed_at) where closed_at is not null',
      'create index reports_by_subject on reports (subject, kind)',
    ],
  },
  warnings: {
    columns: {
      /** The id of the moderator's action that gave the warning. */
      id: 'key not null primary key',
      user_id: owned('users'),
      reason: 'text not null',
      created_at: 'bigint not null',
      acknowledged_at: 'bigint',
    },
    indexes: ['create index warnings_by_user on warnings (user_id, id)'],
  },
} as const satisfies Tables;
