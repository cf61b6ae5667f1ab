import type { AccountEventKind } from '#shared/api/account/account.ts';
import { owned, type Tables, typed } from './table.ts';

export const accountTables = {
  sessions: {
    columns: {
      id: 'key not null primary key',
      /** SHA-256 of the cookie's value, in hex. The value itself is not stored. */
      token_hash: 'key not null unique',
      user_id: owned('users'),
      device: 'text not null',
      /** The shortened IP address of its last use. */
      address: "text not null default ''",
      created_at: 'bigint not null',
      last_seen_at: 'bigint not null',
      expires_at: 'bigint not null',
      /** The password's version at the login. */
      password_version: 'integer not null',
      /** When the owner confirmed last that it is them, after the login; null for never. */
      confirmed_at: 'bigint',
    },
    indexes: [
      'create index sessions_by_user on sessions (user_id, id)',
      'create index sessions_by_expiry on sessions (expires_at)',
    ],
  },
  /** A link that was sent by mail, and the code beside it. It works once, until `expires_at`. */
  account_tokens: {
    columns: {
      id: 'key not null primary key',
      user_id: owned('users'),
      /** The purpose of the link, see `TokenPurpose`. */
      purpose: 'text not null',
      /** SHA-256 of the token, in hex. The token itself is in the mail only. */
      token_hash: 'key not null unique',
      /** HMAC of the six digits, for a code that may be typed instead. */
      code_hash: 'text',
      wrong_codes: 'integer not null default 0',
      /** The address that it is about: the one to confirm, or the one to go back to. */
      email: 'text not null',
      email_key: 'key not null',
      /** The password's version when it was sent: a change of the password ends links for a lost one. */
      password_version: 'integer not null',
      created_at: 'bigint not null',
      expires_at: 'bigint not null',
    },
    indexes: [
      'create index account_tokens_by_user on account_tokens (user_id, purpose)',
      'create index account_tokens_by_email on account_tokens (email_key)',
      'create index account_tokens_by_end on account_tokens (expires_at)',
    ],
  },
  /** The events of an account, which its owner can read: kept for 90 days, never changed. */
  account_events: {
    columns: {
      id: 'key not null primary key',
      user_id: owned('users'),
      kind: typed<AccountEventKind>('text not null'),
      device: 'text not null',
      /** Shortened, see `features/history/visit.ts`. */
      address: 'text not null',
      created_at: 'bigint not null',
    },
    indexes: [
      'create index account_events_by_user on account_events (user_id, created_at, id)',
      'create index account_events_by_time on account_events (created_at)',
    ],
  },
  /** A passkey: the public half of a key pair that an authenticator keeps. */
  passkeys: {
    columns: {
      id: 'key not null primary key',
      user_id: owned('users'),
      /** The authenticator's name for it, as base64url. */
      credential_id: 'key not null unique',
      /** COSE. */
      public_key: 'bytes not null',
      /** Of the last use; 0 for authenticators that do not count. */
      counter: 'bigint not null',
      /** How browsers reach it, with a space between: `hybrid internal`. */
      transports: 'text not null',
      name: 'text not null',
      created_at: 'bigint not null',
      last_used_at: 'bigint',
    },
    indexes: ['create index passkeys_by_user on passkeys (user_id, id)'],
  },
  /** A challenge that has opened a session; kept until it would have expired. */
  used_challenges: {
    columns: {
      challenge: 'key not null primary key',
      expires_at: 'bigint not null',
    },
    indexes: ['create index used_challenges_by_end on used_challenges (expires_at)'],
  },
  /** The second factor of an account: a secret that an authenticator app shares. */
  second_factors: {
    columns: {
      user_id: `${owned('users')} primary key`,
      /** Encrypted with a key from SECRET, see `totp-secret.ts`. */
      sealed_secret: 'text not null',
      /** The time step of the code that was used last: neither it nor an older one works again. */
      last_step: 'bigint not null',
      /** When it was begun. */
      created_at: 'bigint not null',
      /** Null until a code has shown that the app has the secret; the login asks for no code before. */
      confirmed_at: 'bigint',
    },
    indexes: [
      'create index second_factors_by_start on second_factors (created_at)',
      'create index second_factors_begun on second_factors (created_at) where confirmed_at is null',
    ],
  },
  /** One of the codes that stand in for the app; deleted with its use. */
  recovery_codes: {
    columns: {
      user_id: 'key not null references second_factors (user_id) on delete cascade',
      code_hash: 'key not null',
    },
    constraints: ['constraint recovery_codes_key primary key (user_id, code_hash)'],
  },
  /** An account whose owner has left and may still come back; it is hidden by `users.suspended_at`. */
  departures: {
    columns: {
      user_id: `${owned('users')} primary key`,
      begun_at: 'bigint not null',
      erase_at: 'bigint not null',
      /** When the mail before the erasure was written. Nobody is erased without it. */
      reminded_at: 'bigint',
      /** An operator's suspension that goes on after a return. */
      suspended_since: 'bigint',
    },
    indexes: ['create index departures_by_end on departures (erase_at)'],
  },
  /** An operator's act on an account with `npm run admin`; kept for two years. */
  admin_actions: {
    columns: {
      id: 'key not null primary key',
      user_id: owned('users'),
      action: 'text not null',
      operator: 'text not null',
      reason: 'text not null',
      created_at: 'bigint not null',
    },
    indexes: [
      'create index admin_actions_by_user on admin_actions (user_id, id)',
      'create index admin_actions_by_time on admin_actions (created_at)',
    ],
  },
} as const satisfies Tables;
