import type { NotificationKind } from '#shared/api/notifications.ts';
import { owned, type Tables, typed } from './table.ts';

/** In these words also in the deletion of old rows. */
export const latestNoticeLimit =
  'case when asked_at > told_at and asked_at > withdrawn_at then asked_at when told_at > withdrawn_at then told_at else withdrawn_at end';

export const notificationsTables = {
  /** One notification per person, kind and subject; kept 90 days, see `notification-store.ts`. */
  notifications: {
    columns: {
      id: 'key not null primary key',
      user_id: owned('users'),
      kind: typed<NotificationKind>('text not null'),
      /** The key of its group: the id of the other person, of the project, of the message that mentions, or the name of an account event. */
      subject: 'key not null',
      actor_id: 'key references users (id) on delete cascade',
      project_id: 'key references projects (id) on delete cascade',
      /** The answer of a project ask (`accepted`, `rejected`). */
      detail: 'text not null',
      /** Time of the latest event of the group. */
      created_at: 'bigint not null',
      read_at: 'bigint',
      /** When a mail about it is due; null for none, or none yet. */
      mail_at: 'bigint',
      /** When a mail has told of it, by itself or with others; null again when the row is renewed. */
      mailed_at: 'bigint',
    },
    constraints: ['constraint notifications_once unique (user_id, kind, subject)'],
    indexes: [
      'create index notifications_newest on notifications (user_id, created_at, id)',
      'create index notifications_unread on notifications (user_id, kind) where read_at is null',
      'create index notifications_by_age on notifications (created_at)',
      'create index notifications_by_actor on notifications (actor_id) where actor_id is not null',
      'create index notifications_by_project on notifications (project_id) where project_id is not null',
      'create index notifications_to_mail on notifications (mail_at) where mail_at is not null',
    ],
  },
  /** How one person may cause notifications of another; kept 30 days, see `notice-limits.ts`. */
  notice_limits: {
    columns: {
      by_id: owned('users'),
      for_id: owned('users'),
      about: 'key not null',
      /** When the latest notification was caused; 0 for never. */
      told_at: 'bigint not null',
      /** When the person last took an ask back, or was removed; 0 for never. */
      withdrawn_at: 'bigint not null',
      /** When the person asked the other for the first time in a day, which counts; 0 for never. */
      asked_at: 'bigint not null default 0',
    },
    constraints: ['constraint notice_limits_pk primary key (by_id, for_id, about)'],
    indexes: [
      'create index notice_limits_for on notice_limits (for_id)',
      `create index notice_limits_by_age on notice_limits ((${latestNoticeLimit}))`,
      'create index notice_limits_of_day on notice_limits (by_id, asked_at)',
    ],
  },
  /** Background work that waits, runs or is dead, see `upstream/jobs`; deleted once it is done. */
  jobs: {
    columns: {
      kind: 'key not null',
      /** Unique within the kind. Empty for the one row of work that comes again. */
      key: 'key not null',
      /** Of jobs of one kind that are due, those with the lowest number run first. */
      priority: 'integer not null',
      /** The account that it is about; null for none. */
      user_id: 'key',
      /** For the log and the metrics: the kind of mail, the host of a push service. */
      label: "text not null default ''",
      /** The job's input, as JSON; the mail in it is encrypted. */
      body: "text not null default ''",
      created_at: 'bigint not null',
      /** When it runs next. */
      due_at: 'bigint not null',
      /** The worker `lease_by` runs it, and no other until then. */
      lease_until: 'bigint not null default 0',
      lease_by: "text not null default ''",
      /** Attempts that have failed. */
      tries: 'integer not null default 0',
      /** Why the last attempt failed, without anybody's address. */
      last_error: "text not null default ''",
      /** Since when it is not tried any more; null while it is. */
      died_at: 'bigint',
    },
    constraints: ['constraint jobs_pk primary key (kind, key)'],
    indexes: [
      'create index jobs_due on jobs (kind, priority, due_at, key) where died_at is null',
      'create index jobs_dead on jobs (died_at) where died_at is not null',
      'create index jobs_tried on jobs (kind, tries) where tries > 0',
      'create index jobs_by_user on jobs (user_id) where user_id is not null',
    ],
  },
  /** Where a browser takes push messages. It belongs to the session that subscribed, and ends with it. */
  push_subscriptions: {
    columns: {
      id: 'key not null primary key',
      user_id: owned('users'),
      session_id: `${owned('sessions')} unique`,
      /** An https address at the browser's push service; whoever knows it can try to send there. */
      endpoint: 'text not null',
      /** SHA-256 of the endpoint, in hex: an endpoint belongs to one account only. */
      endpoint_hash: 'key not null unique',
      /** The host of the endpoint. */
      service: 'text not null',
      /** The browser's public key and its secret, for encrypting the messages (RFC 8291). */
      p256dh: 'text not null',
      auth: 'text not null',
      created_at: 'bigint not null',
    },
    indexes: ['create index push_subscriptions_by_user on push_subscriptions (user_id, id)'],
  },
  /** The one pair of keys by which push services know this deployment (VAPID, RFC 8292). */
  push_keys: {
    columns: {
      id: 'integer not null primary key',
      public_key: 'text not null',
      /** Encrypted with a key from SECRET. */
      sealed_private_key: 'text not null',
      created_at: 'bigint not null',
    },
  },
  /** Which SECRET the database is used with. */
  secret_fingerprint: {
    columns: {
      id: 'integer not null primary key',
      fingerprint: 'text not null',
      written_at: 'bigint not null',
    },
  },
} as const satisfies Tables;
