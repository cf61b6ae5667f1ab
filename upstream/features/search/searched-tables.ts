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
  /** Finds only entries before this one. */
  below: number;
  limit: number;
}

/** Queries that exclude each other's matches, best first. */
export interface RankedSearch {
  viewerId: string;
  queries: readonly RankedQuery[];
  limit: number;
}

export interface RankedQuery extends Pick<HitsQuery, 'query' | 'below'> {
  rank: number;
}

/** Where a search goes on: the ranked query, and the entry below which it does. */
export type Position = Pick<RankedQuery, 'rank' | 'below'>;

export interface Found {
  /** The best rank first, then the newest. */
  hits: (Hit & { rank: number })[];
  /** Where a query has stopped before it had seen all its matches. */
  stopped?: Position | undefined;
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
