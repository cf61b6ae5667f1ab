import { z } from 'zod';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { cursor, readCursor } from '#upstream/http/cursor.ts';
import { occurringWords, postgresSearch } from './postgres-hits.ts';
import { forgivingQuery, type Mistyped, mistypedWord, rankedQueries, type TermQuery } from './search-text.ts';
import type { Found, Position, SearchedTable } from './searched-tables.ts';
import { sqliteSearch } from './sqlite-hits.ts';

export interface SearchPage {
  /** Finds nobody between whom and this person is a block, or whom this person has muted. */
  viewerId: string;
  q: string;
  skill?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Rank of the query that forgives a typing mistake. */
const forgivingRank = 4;
const searchCursor = cursor(z.strictObject({ rank: z.int().min(0).max(forgivingRank), below: z.int().min(0) }));

/**
 * One page of ids, best matches first, then newest first. Where the ranked queries find nobody, one word may be mistyped.
 */
export async function searchIds(
  db: Db,
  engine: Engine,
  table: SearchedTable,
  page: SearchPage,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { viewerId, q, skill, limit } = page;
  const start: Position = readCursor(searchCursor, page.cursor) ?? { rank: 0, below: Number.MAX_SAFE_INTEGER };
  const read = engine === 'postgres' ? postgresSearch : sqliteSearch;
  const find = (ranked: { rank: number; query: TermQuery }[]): Promise<Found> => {
    const queries = ranked
      .filter(({ rank }) => rank >= start.rank)
      .map((each) => ({ ...each, below: each.rank === start.rank ? start.below : Number.MAX_SAFE_INTEGER }));
    return read(db, table, { viewerId, queries, limit: limit + 1 });
  };
  let found = await find(rankedQueries(q, skill).map((query, rank) => ({ rank, query })));
  const hasNothing = page.cursor === undefined && found.hits.length === 0 && found.stopped === undefined;
  if (hasNothing || start.rank === forgivingRank) {
    const mistyped = mistypedWord(q);
    const near = mistyped && (await nearWordsIn(db, engine, table, mistyped));
    if (near && near.length > 0)
      found = await find([{ rank: forgivingRank, query: forgivingQuery(q, skill, { ...mistyped, near }) }]);
  }

  const shown = found.hits.slice(0, limit);
  const last = shown.at(-1);
  const next = found.hits.length > limit && last ? { rank: last.rank, below: last.seq } : found.stopped;
  return { ids: shown.map((hit) => hit.id), nextCursor: next ? searchCursor.encode(next) : null };
}

async function nearWordsIn(db: Db, engine: Engine, table: SearchedTable, { near }: Mistyped) {
  return engine === 'postgres' ? occurringWords(db, table, near) : near;
}
