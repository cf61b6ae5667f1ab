import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { mayFind } from '../preferences/reserve.ts';
import { notMuted, withoutMutedWords } from '../safety/not-muted.ts';
import { visibleTo } from '../safety/visible-to.ts';
import { occurringTerms } from './near-words.ts';
import { forgivenWords, forgivingQuery, rankedQueries, type TermQuery, toFts5, toTsquery } from './search-text.ts';

export type SearchedTable = 'people_search' | 'project_search';

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
const cursorPattern = /^([0-39])\.(\d{1,15})$/;

export function isSearchCursor(cursor: string): boolean {
  return cursorPattern.test(cursor);
}

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
  const start = positionOf(page.cursor);
  const hits: (Hit & { rank: number })[] = [];
  // Where a query has stopped before it had seen all matches: the page ends there.
  let stopped: string | undefined;
  const ask = async (query: TermQuery, rank: number) => {
    const below = rank === start.rank ? start.below : Number.MAX_SAFE_INTEGER;
    const rest = limit + 1 - hits.length;
    const { found, stoppedAt } = await hitsOf(db, engine, table, { viewerId, query, below, limit: rest });
    hits.push(...found.map((hit) => ({ ...hit, rank })));
    if (stoppedAt !== undefined) stopped = `${rank}.${stoppedAt}`;
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
    nextCursor: hits.length > limit && last ? `${last.rank}.${last.seq}` : (stopped ?? null),
  };
}

function positionOf(cursor: string | undefined): Position {
  const [, rank, below] = cursorPattern.exec(cursor ?? '') ?? [];
  return rank === undefined
    ? { rank: 0, below: Number.MAX_SAFE_INTEGER }
    : { rank: Number(rank), below: Number(below) };
}

interface Hit {
  id: string;
  seq: number;
}

interface HitsQuery {
  viewerId: string;
  query: TermQuery;
  below: number;
  limit: number;
}

/**
 * For an entry of the table, called `entry`. A project is as visible as its creator. The `limit` keeps PostgreSQL from
 * joining all projects where it expects many hits.
 */
const visible: Readonly<Record<SearchedTable, (viewerId: string) => RawBuilder<boolean>>> = {
  people_search: (viewerId) => sql`${visibleTo(viewerId, 'entry.user_id')} and ${notMuted(viewerId, 'entry.user_id')}
    and ${mayFind(viewerId, 'entry.user_id')} and ${withoutMutedWords(viewerId, 'entry.terms')}`,
  project_search: (viewerId) => sql`exists (
    select 1 from (select creator_id from projects where id = entry.project_id limit 1) as found
    where ${visibleTo(viewerId, 'found.creator_id')}
      and ${notMuted(viewerId, 'found.creator_id')}) and ${withoutMutedWords(viewerId, 'entry.terms')}`,
};

const keys = { people_search: 'user_id', project_search: 'project_id' } as const;

interface Walked {
  found: Hit[];
  /** The last entry that was seen, where the query has stopped before its end. */
  stoppedAt?: number | undefined;
}

async function hitsOf(db: Db, engine: Engine, table: SearchedTable, query: HitsQuery): Promise<Walked> {
  if (engine === 'postgres') return postgresHits(db, table, query);
  const found = (await sqliteHits(table, query).execute(db)).rows;
  if (found.length === query.limit) return { found };
  return { found, stoppedAt: (await sqliteMatchAt(table, query, matchesSeen).execute(db)).rows[0]?.seq };
}

/** The most matches read for one page. Without a bound, a viewer whose muted words hide every match would read them all. */
const matchesSeen = 1000;

/** FTS5 reads its lists in entry order, newest first, and stops at the limit. */
export function sqliteHits(table: SearchedTable, { viewerId, query, below, limit }: HitsQuery) {
  return sql<Hit>`
    select entry.seq, entry.${sql.ref(keys[table])} as id
    from (${sqliteMatches(table, query, below)} limit ${sql.lit(matchesSeen)}) as hit
      cross join ${sql.table(table)} as entry on entry.seq = hit.seq
    where ${visible[table](viewerId)}
    order by hit.seq desc limit ${limit}`;
}

/** The last of so many matches; no row where there are fewer. */
function sqliteMatchAt(table: SearchedTable, { query, below }: HitsQuery, count: number) {
  return sql<{ seq: number }>`${sqliteMatches(table, query, below)} limit 1 offset ${sql.lit(count - 1)}`;
}

function sqliteMatches(table: SearchedTable, query: TermQuery, below: number) {
  const index = sql.table(`${table}_index`);
  return sql`select rowid as seq from ${index}
    where ${sql.ref(`${table}_index`)} match ${toFts5(query)} and rowid < ${below} order by rowid desc`;
}

/** The first walk checks this many of the newest entries: enough to fill a page for a common term. */
const walkedFirst = 1000;
/** With at least this many hits in the first walk, a longer walk will fill the page. */
const commonFrom = 3;
/** Up to this many matches are read from the GIN index and sorted; beyond, the newest ones are found by walking. */
const sortAtMost = 2000;
/** No walk goes further for one page. */
const walkedMost = 20_000;

/**
 * A GIN index has no order, and PostgreSQL cannot estimate how many people a prefix matches. A wrong estimate makes it
 * walk the whole table for matches that do not exist, or collect a hundred thousand to show twenty. So the query first
 * walks a small number of the newest entries, then a larger number if some matched. A term that still does not fill the
 * page is rare enough for the index, unless counting shows otherwise. Then the walk ends after `walkedMost` entries.
 */
async function postgresHits(db: Db, table: SearchedTable, query: HitsQuery): Promise<Walked> {
  const newest = (await postgresWalk(table, query, walkedFirst).execute(db)).rows;
  if (newest.length >= query.limit) return { found: newest };
  if (newest.length >= commonFrom) {
    // Twice the distance at which the hits of the first walk predict a full page.
    const far = Math.ceil((2 * walkedFirst * query.limit) / newest.length);
    const more = (await postgresWalk(table, query, far).execute(db)).rows;
    if (more.length >= query.limit) return { found: more };
  }
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      trx,
    );
    const some = (await postgresMatches(table, query, sortAtMost + 1).execute(trx)).rows;
    if (some.length <= sortAtMost) {
      const shown = some.filter(({ is_visible }) => is_visible).sort((a, b) => b.seq - a.seq);
      return { found: shown.slice(0, query.limit) };
    }
    await sql`set local enable_indexscan = on`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const found = (await postgresWalk(table, query, walkedMost).execute(trx)).rows;
    if (found.length === query.limit) return { found };
    const { rows } = await sql<{ seq: number }>`select seq from ${sql.table(table)}
      where seq < ${query.below} order by seq desc limit 1 offset ${sql.lit(walkedMost - 1)}`.execute(trx);
    return { found, stoppedAt: rows[0]?.seq };
  });
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
    // A search with a word that has no near one either finds nobody.
    if (found.size === 0) return undefined;
    for (const term of found) known.add(term);
  }
  const all = query.all.map((part) =>
    'any' in part ? { any: part.any.filter((term) => known.has(toTsquery(term))) } : part,
  );
  return { ...query, all };
}

/** Each is a tsquery of one term, `'tword'`. */
async function sqliteKnownTerms(db: Db, table: SearchedTable, terms: readonly string[]): Promise<Set<string>> {
  const index = sql.table(`${table}_index`);
  const found = await occurringTerms(terms, async (slice) => {
    const query = slice.map((term) => `"${term.slice(1, -1)}"`).join(' OR ');
    const { rows } = await sql`
      select 1 from ${index} as hit where hit.${sql.ref(`${table}_index`)} match ${query} limit 1`.execute(db);
    return rows.length > 0;
  });
  return new Set(found);
}

function termCount(query: TermQuery | undefined): number {
  if (query === undefined || 'term' in query) return query === undefined ? 0 : 1;
  return ('all' in query ? query.all : query.any).reduce((sum, part) => sum + termCount(part), 0);
}

async function knownTerms(
  db: Db,
  table: SearchedTable,
  terms: readonly string[],
  condition?: RawBuilder<boolean>,
): Promise<Set<string>> {
  const rows = await db.transaction().execute(async (trx) => {
    await postgresKnownSettings.execute(trx);
    return (await postgresKnownTerms(table, terms, condition).execute(trx)).rows;
  });
  return new Set(rows.map(({ term }) => term));
}

/** With the limit GIN reads only some entries of a common term: one is enough to know that there are any. */
const postgresKnownSettings = sql`
  select set_config('enable_seqscan', 'off', true), set_config('gin_fuzzy_search_limit', '200', true)`;

/** Which of the terms, each a tsquery of its own, occur in any entry, or one of which the condition holds. */
function postgresKnownTerms(table: SearchedTable, terms: readonly string[], condition = sql<boolean>`true`) {
  return sql<{ term: string }>`
    select term from unnest(${terms}::text[]) as term
    where exists (select from ${sql.table(table)} as entry where vector @@ term::tsquery and ${condition})`;
}

/** Matches in entry order, newest first, among the newest `among` entries. */
export function postgresWalk(table: SearchedTable, { viewerId, query, below, limit }: HitsQuery, among: number) {
  return sql<Hit>`
    select seq, ${sql.ref(keys[table])} as id from (
      select seq, ${sql.ref(keys[table])}, terms, vector from ${sql.table(table)}
      where seq < ${below} order by seq desc limit ${among}
    ) as entry
    where vector @@ ${toTsquery(query)}::tsquery and ${visible[table](viewerId)} order by seq desc limit ${limit}`;
}

/**
 * As many matches as are looked at, in no order, with whether the viewer may see each. `seq + 0` keeps the planner from
 * using the key's index, which does not help here. Excluded terms are a separate condition: GIN would first collect
 * everybody who matches them, which for a prefix is many.
 */
export function postgresMatches(table: SearchedTable, { viewerId, query, below }: HitsQuery, limit: number) {
  const { not: unwanted = [], ...wanted } = 'all' in query ? query : { all: [query] };
  const rest = sql.join(
    [
      ...longTermsBesideShort(wanted).map(
        (term) => sql`and exists (select from ${sql.table(table)} where vector @@ ${term}::tsquery)`,
      ),
      ...unwanted.map((part) => sql`and not vector @@ ${toTsquery(part)}::tsquery`),
    ],
    sql` `,
  );
  return sql<Hit & { is_visible: boolean }>`
    select seq, ${sql.ref(keys[table])} as id, ${visible[table](viewerId)} as is_visible from (
      select seq, ${sql.ref(keys[table])}, terms from ${sql.table(table)}
      where vector @@ ${toTsquery(wanted)}::tsquery ${rest} and seq + 0 < ${below}
      limit ${limit}
    ) as entry`;
}

/** Its kind, which is the first letter, and two letters of the word. */
const shortPrefix = 3;

/**
 * GIN collects everybody who matches a prefix of one or two letters, even if nobody matches the other words. So where a
 * query has one, PostgreSQL first looks whether its longer terms occur at all: a condition that names no row is checked once.
 */
function longTermsBesideShort(query: TermQuery): string[] {
  const terms = termsIn(query);
  const [short, long] = [terms.filter(isShortPrefix), terms.filter((term) => !isShortPrefix(term))];
  return short.length === 0 ? [] : long.map(toTsquery);
}

type Term = Extract<TermQuery, { term: string }>;

function termsIn(query: TermQuery): Term[] {
  if ('term' in query) return [query];
  return 'all' in query ? query.all.flatMap(termsIn) : [];
}

function isShortPrefix({ term, prefix }: Term): boolean {
  return prefix === true && term.length <= shortPrefix;
}
