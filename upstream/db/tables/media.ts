import { type ColumnTypes, createTable } from './table.ts';

export const mediaTables = ({ key, bytes, owned }: ColumnTypes): string[] => [
  createTable('media', {
    id: `${key} not null primary key`,
    width: 'integer not null',
    height: 'integer not null',
    created_at: 'bigint not null',
  }),
  createTable(
    'media_files',
    {
      media_id: owned('media'),
      file: 'text not null',
      bytes: `${bytes} not null`,
    },
    'constraint media_files_pk primary key (media_id, file)',
  ),
  createTable(
    'media_owners',
    {
      media_id: `${key} not null references media (id)`,
      user_id: owned('users'),
      created_at: 'bigint not null',
      used_at: 'bigint not null',
      uses: 'integer not null default 0',
    },
    'constraint media_owners_pk primary key (user_id, media_id)',
  ),
  'create index media_owners_by_media on media_owners (media_id)',
  'create index media_owners_by_use on media_owners (used_at)',
  'create index media_owners_unused on media_owners (used_at) where uses = 0',
  createTable('erased_pictures', {
    media_id: `${key} not null primary key`,
    created_at: 'bigint not null',
  }),
];
