import { z } from 'zod';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { cursor, readCursor } from '#upstream/http/cursor.ts';
import { occurringWords, postgresHits } from './postgres-hits.ts';
import { forgivingQuery, type Mistyped, mistypedWord, rankedQueries, type TermQuery } from './search-text.ts';
import type { Hit, HitsQuery, SearchedTable, Walked } from './searched-tables.ts';
import { sqliteWalk } from './sqlite-hits.ts';

export interface SearchPage {
  /** Finds nobody between whom and this person is a block, or whom this person has muted. */
  viewerId: string;
  q: string;
  skill?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface Found {
  ids: string[];
  nextCursor: string | null;
}

/** Start of the next page: the ranked query, and the entry in its result. */
interface Position {
  rank: number;
  below: number;
}

/** Rank of the query that forgives a typing mistake. */
const forgivingRank = 4;
const searchCursor = cursor(z.strictObject({ rank: z.int().min(0).max(forgivingRank), below: z.int().min(0) }));

/**
 * One page of ids, best matches first, then newest first. The ranked queries run one after the other until the page is
 * full, each limited to what is missing. Where they find nobody, one word may be mistyped.
 */
export async function searchIds(db: Db, engine: Engine, table: SearchedTable, page: SearchPage): Promise<Found> {
  const { viewerId, q, skill, limit } = page;
  const start: Position = readCursor(searchCursor, page.cursor) ?? { rank: 0, below: Number.MAX_SAFE_INTEGER };
  const hits: (Hit & { rank: number })[] = [];
  // Where a query has stopped before it had seen all matches: the page ends there.
  let stopped: string | undefined;
  const ask = async (query: TermQuery, rank: number) => {
    const below = rank === start.rank ? start.below : Number.MAX_SAFE_INTEGER;
    const rest = limit + 1 - hits.length;
    const { found, stoppedAt } = await hitsOf(db, engine, table, { viewerId, query, below, limit: rest });
    hits.push(...found.map((hit) => ({ ...hit, rank })));
    if (stoppedAt !== undefined) stopped = searchCursor.encode({ rank, below: stoppedAt });
  };
  for (const [rank, query] of rankedQueries(q, skill).entries())
    if (rank >= start.rank && hits.length <= limit && stopped === undefined) await ask(query, rank);
  const hasNothing = page.cursor === undefined && hits.length === 0 && stopped === undefined;
  if (hasNothing || start.rank === forgivingRank) {
    const mistyped = mistypedWord(q);
    const near = mistyped && (await nearWordsIn(db, engine, table, mistyped));
    if (near && near.length > 0) await ask(forgivingQuery(q, skill, { ...mistyped, near }), forgivingRank);
  }

  const shown = hits.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map((hit) => hit.id),
    nextCursor:
      hits.length > limit && last ? searchCursor.encode({ rank: last.rank, below: last.seq }) : (stopped ?? null),
  };
}

async function nearWordsIn(db: Db, engine: Engine, table: SearchedTable, { near }: Mistyped) {
  return engine === 'postgres' ? occurringWords(db, table, near) : near;
}

async function hitsOf(db: Db, engine: Engine, table: SearchedTable, query: HitsQuery): Promise<Walked> {
  return engine === 'postgres' ? postgresHits(db, table, query) : sqliteWalk(db, table, query);
}
