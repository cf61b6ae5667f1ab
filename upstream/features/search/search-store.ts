import { z } from 'zod';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { cursor, readCursor } from '#upstream/http/cursor.ts';
import { knownTerms, postgresHits } from './postgres-hits.ts';
import { forgivenWords, forgivingQuery, rankedQueries, type TermQuery, toTsquery } from './search-text.ts';
import { type Hit, type HitsQuery, type SearchedTable, visible, type Walked } from './searched-tables.ts';
import { sqliteHits, sqliteKnownTerms, sqliteWalk } from './sqlite-hits.ts';

export interface SearchPage {
  /** Finds nobody between whom and this person is a block, or whom this person has muted. */
  viewerId: string;
  q: string;
  skill?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Runs the part of a search that costs so many near words, or leaves it out. */
export type Admit = (cost: number, work: () => Promise<void>) => Promise<unknown>;

export interface Found {
  ids: string[];
  nextCursor: string | null;
}

/** Start of the next page: the ranked query, and the entry in its result. */
interface Position {
  rank: number;
  below: number;
}

/** Rank of the query that allows typing mistakes; used only when the others find nobody. */
const forgivingRank = 9;
const searchCursor = cursor(
  z.strictObject({ rank: z.union([z.int().min(0).max(3), z.literal(forgivingRank)]), below: z.int().min(0) }),
);

/**
 * One page of ids, best matches first, then newest first. The ranked queries run one after the other until the page is
 * full, each limited to what is missing.
 */
export async function searchIds(
  db: Db,
  engine: Engine,
  table: SearchedTable,
  page: SearchPage,
  admit: Admit = (_cost, work) => work(),
): Promise<Found> {
  const { viewerId, q, skill, limit } = page;
  const ranked = rankedQueries(q, skill);
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
  for (const [rank, query] of ranked.entries())
    if (rank >= start.rank && hits.length <= limit && stopped === undefined) await ask(query, rank);
  const fresh = page.cursor === undefined && hits.length === 0 && stopped === undefined;
  const forgive = async () => {
    for (const query of await forgivingQueries(db, engine, table, page)) {
      if (hits.length > 0 || stopped !== undefined) break;
      const known = await onlyKnownTerms(db, engine, table, query);
      if (known) await ask(known, forgivingRank);
    }
  };
  const cost = termCount(forgivingQuery(q, skill));
  if (cost > 0 && ranked.length > 0 && (fresh || start.rank === forgivingRank)) await admit(cost, forgive);

  const shown = hits.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map((hit) => hit.id),
    nextCursor:
      hits.length > limit && last ? searchCursor.encode({ rank: last.rank, below: last.seq }) : (stopped ?? null),
  };
}

async function hitsOf(db: Db, engine: Engine, table: SearchedTable, query: HitsQuery): Promise<Walked> {
  return engine === 'postgres' ? postgresHits(db, table, query) : sqliteWalk(db, table, query);
}

/**
 * A word has hundreds of near words. So words that occur as they are written are first taken to be right, and only when
 * nobody matches may they be wrong, too.
 */
async function forgivingQueries(db: Db, engine: Engine, table: SearchedTable, page: SearchPage): Promise<TermQuery[]> {
  const { q, skill } = page;
  const whole = forgivingQuery(q, skill);
  if (whole === undefined) return [];
  const right = await occurring(db, engine, table, page);
  const some = right.size === 0 ? undefined : forgivingQuery(q, skill, right);
  return some === undefined ? [whole] : [some, whole];
}

/** Which of the words occur in an entry that the viewer may see: others must not show in what is found. */
async function occurring(db: Db, engine: Engine, table: SearchedTable, page: SearchPage): Promise<Set<string>> {
  const { viewerId, q } = page;
  const terms = forgivenWords(q).map((word) => ({ word, query: { term: `t${word}` } }));
  if (engine === 'postgres') {
    const queries = terms.map(({ query }) => toTsquery(query));
    const known = await knownTerms(db, table, queries, visible[table](viewerId));
    return new Set(terms.filter(({ query }) => known.has(toTsquery(query))).map(({ word }) => word));
  }
  const found = new Set<string>();
  for (const { word, query } of terms) {
    const first = { viewerId, query, below: Number.MAX_SAFE_INTEGER, limit: 1 };
    if ((await sqliteHits(table, first).execute(db)).rows.length > 0) found.add(word);
  }
  return found;
}

/**
 * The same query without the terms that no entry has; undefined when nothing is left to match. A word has hundreds of near
 * words, of which few exist: those few are walked like any other query, while PostgreSQL would check each entry against
 * all of them.
 */
async function onlyKnownTerms(
  db: Db,
  engine: Engine,
  table: SearchedTable,
  query: TermQuery,
): Promise<TermQuery | undefined> {
  if (!('all' in query)) return query;
  const parts = query.all.filter((part) => 'any' in part);
  const known = new Set<string>();
  for (const { any } of parts) {
    const near = any.map(toTsquery);
    const found = await (engine === 'postgres' ? knownTerms(db, table, near) : sqliteKnownTerms(db, table, near));
    // No entry has the word or one that is near to it, so that nothing can match all words.
    if (found.size === 0) return undefined;
    for (const term of found) known.add(term);
  }
  const all = query.all.map((part) =>
    'any' in part ? { any: part.any.filter((term) => known.has(toTsquery(term))) } : part,
  );
  return { ...query, all };
}

function termCount(query: TermQuery | undefined): number {
  if (query === undefined || 'term' in query) return query === undefined ? 0 : 1;
  return ('all' in query ? query.all : query.any).reduce((sum, part) => sum + termCount(part), 0);
}
