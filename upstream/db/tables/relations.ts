import { owned, type Tables, typed } from './table.ts';

export const relationsTables = {
  /** The decision of one person about another: at most one row for each, which the other person never sees as such. */
  decisions: {
    columns: {
      id: 'key not null primary key',
      by_id: owned('users'),
      about_id: owned('users'),
      kind: typed<'asked' | 'ignored' | 'rejected'>("text not null check (kind in ('asked', 'ignored', 'rejected'))"),
      /** The note with the request. */
      note: 'text not null',
      at: 'bigint not null',
    },
    constraints: [
      'constraint decisions_once unique (by_id, about_id)',
      'constraint decisions_not_self check (by_id <> about_id)',
    ],
    indexes: [
      'create index decisions_about on decisions (about_id, by_id)',
      'create index decisions_received on decisions (about_id, kind, at, id)',
      'create index decisions_own on decisions (by_id, kind, at, id)',
    ],
  },
  /** Two people who are connected. Neither has a row in `decisions` about the other. */
  connections: {
    columns: {
      /** The id of the accepted request. */
      id: 'key not null unique',
      low_id: owned('users'),
      high_id: owned('users'),
      /** The person who asked. */
      from_id: 'key not null',
      /** Of the request. */
      note: 'text not null',
      at: 'bigint not null',
    },
    constraints: [
      'constraint connections_pk primary key (low_id, high_id)',
      'constraint connections_order check (low_id < high_id and from_id in (low_id, high_id))',
    ],
    indexes: [
      'create index connections_of_high on connections (high_id, low_id)',
      'create index connections_newest_of_low on connections (low_id, at, id)',
      'create index connections_newest_of_high on connections (high_id, at, id)',
    ],
  },
  /** One person's block of another, see `block-store.ts`. */
  blocks: {
    columns: {
      blocker_id: owned('users'),
      blocked_id: owned('users'),
      created_at: 'bigint not null',
    },
    constraints: [
      'constraint blocks_pk primary key (blocker_id, blocked_id)',
      'constraint blocks_not_self check (blocker_id <> blocked_id)',
    ],
    indexes: [
      'create index blocks_by_blocked on blocks (blocked_id, blocker_id)',
      'create index blocks_newest on blocks (blocker_id, created_at, blocked_id)',
    ],
  },
  /** A person whom another does not want to meet, see `mute-store.ts`. */
  mutes: {
    columns: {
      user_id: owned('users'),
      muted_id: owned('users'),
      created_at: 'bigint not null',
    },
    constraints: ['constraint mutes_pk primary key (user_id, muted_id)'],
    indexes: [
      'create index mutes_by_muted on mutes (muted_id)',
      'create index mutes_newest on mutes (user_id, created_at, muted_id)',
    ],
  },
  muted_words: {
    columns: {
      user_id: owned('users'),
      /** Folded, see `search-text.ts`. */
      word_key: 'key not null',
      /** As typed. */
      word: 'text not null',
    },
    constraints: ['constraint muted_words_pk primary key (user_id, word_key)'],
  },
} as const satisfies Tables;
