import { type RawBuilder, sql } from 'kysely';
import { mayFind } from '../preferences/reserve.ts';
import { notMuted, withoutMutedWords } from '../safety/mute-store.ts';
import { visibleTo } from '../visibility/people.ts';
import type { TermQuery } from './search-text.ts';

export type SearchedTable = 'people_search' | 'project_search';

export interface Hit {
  id: string;
  seq: number;
}

export interface HitsQuery {
  viewerId: string;
  query: TermQuery;
  below: number;
  limit: number;
}

/**
 * For an entry of the table, called `entry`. A project is as visible as its creator. The `limit` keeps PostgreSQL from
 * joining all projects where it expects many hits.
 */
export const visible: Readonly<Record<SearchedTable, (viewerId: string) => RawBuilder<boolean>>> = {
  people_search: (viewerId) => sql`${visibleTo(viewerId, 'entry.user_id')} and ${notMuted(viewerId, 'entry.user_id')}
    and ${mayFind(viewerId, 'entry.user_id')} and ${withoutMutedWords(viewerId, 'entry.terms')}`,
  project_search: (viewerId) => sql`exists (
    select 1 from (select creator_id from projects where id = entry.project_id limit 1) as found
    where ${visibleTo(viewerId, 'found.creator_id')}
      and ${notMuted(viewerId, 'found.creator_id')}) and ${withoutMutedWords(viewerId, 'entry.terms')}`,
};

export const keys = { people_search: 'user_id', project_search: 'project_id' } as const;

export interface Walked {
  found: Hit[];
  /** The last entry that was seen, where the query has stopped before its end. */
  stoppedAt?: number | undefined;
}
