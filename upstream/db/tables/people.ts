import type { Generated } from 'kysely';
import type { FirstRunStep } from '#shared/account/first-run.ts';
import type { WhoMayAsk } from '#shared/api/account/preferences.ts';
import type { Intent } from '#shared/intents.ts';
import { owned, type Tables, typed } from './table.ts';

export const peopleTables = {
  /** A deleted account stays as a row without personal data, so that messages it sent still have a sender. */
  users: {
    columns: {
      id: 'key not null primary key',
      first_name: 'text not null',
      last_name: 'text not null',
      /** As typed; null after the account is deleted. */
      email: 'text',
      /** The normalised address, see `accountKey`; unique. */
      email_key: 'key unique',
      password_hash: 'text',
      /** Counts the changes of the password; a session with another version is dead. */
      password_version: 'integer not null default 1',
      photo_url: 'text not null',
      cover_url: 'text not null',
      about: 'text not null',
      headline: 'text not null',
      location: 'text not null',
      github_url: 'text not null',
      website_url: 'text not null',
      created_at: 'bigint not null',
      updated_at: 'bigint not null',
      deleted_at: 'bigint',
      /** Since when an operator keeps the person out. */
      suspended_at: 'bigint',
      /** When that ends by itself; null for never. */
      suspended_until: 'bigint',
      /** The reason, which the person reads at the login. */
      suspended_reason: "text not null default ''",
      /** The moderator's action that suspends; empty for an operator's. */
      suspended_by: "text not null default ''",
      /** Since when a moderator hides the texts and links of the profile from others. */
      hidden_at: 'bigint',
      hidden_reason: "text not null default ''",
      /** The name that a moderator has hidden from others, see `shown-name.ts`; empty for none. */
      hidden_name: "text not null default ''",
      hidden_name_reason: "text not null default ''",
      hidden_name_at: 'bigint',
      /** Since when the address waits to be confirmed; null for a confirmed one, and where mail was absent at the sign-up. */
      unverified_since: 'bigint',
      /** 1 for a profile that is visible without an account. */
      is_public: 'integer not null default 0',
      /** How many hours a week the person has for what they look for; null until they have said it. */
      weekly_hours: 'integer',
      /** The step of the first run at which the person is; empty once it is over. */
      first_run: typed<Generated<FirstRunStep | ''>>("text not null default ''"),
      /** 1 for accounts that the sample network or `npm run seed` made. */
      is_sample: 'integer not null default 0',
    },
    indexes: [
      'create index users_gone on users (id) where deleted_at is not null',
      'create index users_sample on users (id) where is_sample = 1',
      'create index users_suspended on users (id) where suspended_at is not null',
      'create index users_public on users (id) where is_public = 1',
      'create index users_suspended_until on users (suspended_until) where suspended_until is not null',
    ],
  },
  user_skills: {
    columns: {
      user_id: owned('users'),
      skill_key: 'key not null',
      label: 'text not null',
      /** As typed; `label` is the listed name. */
      spelling: 'text not null',
      position: 'integer not null',
    },
    constraints: ['constraint user_skills_pk primary key (user_id, skill_key)'],
    indexes: ['create unique index user_skills_by_skill on user_skills (skill_key, user_id)'],
  },
  /** Something that a person looks for. */
  user_intents: {
    columns: {
      user_id: owned('users'),
      intent: typed<Intent>('key not null'),
    },
    constraints: ['constraint user_intents_pk primary key (user_id, intent)'],
    indexes: ['create index user_intents_by_intent on user_intents (intent, user_id)'],
  },
  /** The preferences of one account; an account without a row has the defaults, see `preferences-store.ts`. */
  preferences: {
    columns: {
      user_id: `${owned('users')} primary key`,
      /** The ways that were switched, as JSON: kind, way, on or off. */
      notify: "text not null default '{}'",
      time_zone: "text not null default ''",
      /** 0 for a person who is in nobody's feed and search. */
      discoverable: 'integer not null default 1',
      presence: 'integer not null default 1',
      receipts: 'integer not null default 1',
      typing: 'integer not null default 1',
      who_may_ask: typed<Generated<WhoMayAsk>>("text not null default 'everybody'"),
      show_address: 'integer not null default 0',
      /** 1 for a person whose profile shows their time zone. */
      show_time_zone: 'integer not null default 0',
    },
    indexes: [
      "create index preferences_reserved on preferences (user_id) where discoverable = 0 or who_may_ask <> 'everybody'",
    ],
  },
} as const satisfies Tables;
