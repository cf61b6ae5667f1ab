import { owned, type Tables } from './table.ts';

export const mediaTables = {
  /** An uploaded picture, once for all who uploaded the same. Deleted with its last owner. */
  media: {
    columns: {
      /** Made from the content, see `encode.ts`. */
      id: 'key not null primary key',
      width: 'integer not null',
      height: 'integer not null',
      created_at: 'bigint not null',
    },
  },
  media_files: {
    columns: {
      media_id: owned('media'),
      /** `card.webp`: its size and format. */
      file: 'text not null',
      bytes: 'bytes not null',
    },
    constraints: ['constraint media_files_pk primary key (media_id, file)'],
  },
  /** The uploader of each picture; a row is kept for as long as the person uses the picture, see `media-store.ts`. */
  media_owners: {
    columns: {
      media_id: 'key not null references media (id)',
      user_id: owned('users'),
      created_at: 'bigint not null',
      /** When it was uploaded, put to use or taken out of use. */
      used_at: 'bigint not null',
      /** How often the person's profile and projects show it, see `countUses`. */
      uses: 'integer not null default 0',
    },
    constraints: ['constraint media_owners_pk primary key (user_id, media_id)'],
    indexes: [
      'create index media_owners_by_media on media_owners (media_id)',
      'create index media_owners_by_use on media_owners (used_at)',
      'create index media_owners_unused on media_owners (used_at) where uses = 0',
    ],
  },
  /** A picture that may not be uploaded again. */
  erased_pictures: {
    columns: {
      media_id: 'key not null primary key',
      created_at: 'bigint not null',
    },
  },
} as const satisfies Tables;
