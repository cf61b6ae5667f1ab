import { type ColumnTypes, createTable } from './table.ts';

export const relationsTables = ({ key, owned }: ColumnTypes): string[] => [
  createTable(
    'decisions',
    {
      id: `${key} not null primary key`,
      by_id: owned('users'),
      about_id: owned('users'),
      kind: "text not null check (kind in ('asked', 'ignored', 'rejected'))",
      note: 'text not null',
      at: 'bigint not null',
    },
    'constraint decisions_once unique (by_id, about_id)',
    'constraint decisions_not_self check (by_id <> about_id)',
  ),
  'create index decisions_about on decisions (about_id, by_id)',
  'create index decisions_received on decisions (about_id, kind, at, id)',
  'create index decisions_own on decisions (by_id, kind, at, id)',
  createTable(
    'connections',
    {
      id: `${key} not null unique`,
      low_id: owned('users'),
      high_id: owned('users'),
      from_id: `${key} not null`,
      note: 'text not null',
      at: 'bigint not null',
    },
    'constraint connections_pk primary key (low_id, high_id)',
    'constraint connections_order check (low_id < high_id and from_id in (low_id, high_id))',
  ),
  'create index connections_of_high on connections (high_id, low_id)',
  'create index connections_newest_of_low on connections (low_id, at, id)',
  'create index connections_newest_of_high on connections (high_id, at, id)',
  createTable(
    'blocks',
    {
      blocker_id: owned('users'),
      blocked_id: owned('users'),
      created_at: 'bigint not null',
    },
    'constraint blocks_pk primary key (blocker_id, blocked_id)',
    'constraint blocks_not_self check (blocker_id <> blocked_id)',
  ),
  'create index blocks_by_blocked on blocks (blocked_id, blocker_id)',
  'create index blocks_newest on blocks (blocker_id, created_at, blocked_id)',
  createTable(
    'mutes',
    {
      user_id: owned('users'),
      muted_id: owned('users'),
      created_at: 'bigint not null',
    },
    'constraint mutes_pk primary key (user_id, muted_id)',
  ),
  'create index mutes_by_muted on mutes (muted_id)',
  'create index mutes_newest on mutes (user_id, created_at, muted_id)',
  createTable(
    'muted_words',
    {
      user_id: owned('users'),
      word_key: `${key} not null`,
      word: 'text not null',
    },
    'constraint muted_words_pk primary key (user_id, word_key)',
  ),
];
