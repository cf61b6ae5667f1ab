import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import { type TermQuery, toTsquery } from './search-text.ts';
import {
  type Found,
  type Hit,
  type HitsQuery,
  keys,
  type RankedQuery,
  type RankedSearch,
  type SearchedTable,
  visible,
} from './searched-tables.ts';

/** The newest entries, whose matches tell how many there are among all. */
const sampled = 1000;
/** Up to this many matches are read from the GIN index and sorted; beyond, the newest ones are found by walking. */
const sortAtMost = 2000;
/** No walk goes further for one page. */
const walkedMost = 20_000;

/**
 * A GIN index has no order, and PostgreSQL cannot estimate how many people a prefix matches. A wrong estimate makes it
 * walk the whole table for matches that do not exist, or collect a hundred thousand to show twenty. So the matches are
 * first counted among the newest entries. Rare ones are read from the index, whether the viewer may see them or not, by
 * one statement for several ranks. Common ones are walked, which ends after `walkedMost` entries.
 */
export async function postgresSearch(
  db: Db,
  table: SearchedTable,
  { viewerId, queries, limit }: RankedSearch,
): Promise<Found> {
  const hits: Found['hits'] = [];
  const expected = queries.length === 0 ? [] : await expectedMatches(db, table, queries);
  const read = new Map<number, Match[]>();
  for (const [at, { rank, query, below }] of queries.entries()) {
    const rest = { viewerId, query, below, limit: limit - hits.length };
    if (rest.limit === 0) break;
    const rare = read.has(rank) ? [] : queries.slice(at, at + rareFrom(at, expected));
    if (rare.length > 0) for (const [of, matches] of await allMatches(db, table, viewerId, rare)) read.set(of, matches);
    const matches = read.get(rank);
    if (matches && matches.length <= sortAtMost) {
      const visible = matches.filter(({ is_visible }) => is_visible).sort((a, b) => b.seq - a.seq);
      hits.push(...visible.slice(0, rest.limit));
      continue;
    }
    const { rows } = await walkNewest(table, rest).execute(db);
    hits.push(...rows.map((row) => ({ ...row, rank })));
    const last = rows.length === rest.limit ? undefined : (await walkedLast(table, below).execute(db)).rows[0];
    if (last) return { hits, stopped: { rank, below: last.seq } };
  }
  return { hits };
}

/** How many matches each query is expected to have, those that others exclude too: the index reads all of them. */
async function expectedMatches(db: Db, table: SearchedTable, queries: readonly RankedQuery[]): Promise<number[]> {
  const matches = queries.map(
    ({ query }) => sql`count(*) filter (where vector @@ ${toTsquery(withoutExcluded(query))}::tsquery)::int`,
  );
  const { rows } = await sql<{ entries: number; matches: number[] }>`
    select coalesce(max(seq), 0)::int as entries, array[${sql.join(matches)}] as matches
    from (select seq, vector from ${sql.table(table)} order by seq desc limit ${sql.lit(sampled)}) as entry`.execute(
    db,
  );
  const { entries = 0, matches: counts = [] } = rows[0] ?? {};
  return counts.map((count) => (count * entries) / sampled);
}

/** How many of the queries from here on are expected to have so few matches together that they are read and sorted. */
function rareFrom(at: number, expected: readonly number[]): number {
  let sum = 0;
  const common = expected.slice(at).findIndex((matches) => {
    sum += matches;
    return sum > sortAtMost;
  });
  return common === -1 ? expected.length - at : common;
}

type Match = Hit & { rank: number; is_visible: boolean };

/** The matches of each query in no order: one more than are sorted where there are too many. */
function allMatches(
  db: Db,
  table: SearchedTable,
  viewerId: string,
  queries: readonly RankedQuery[],
): Promise<[rank: number, matches: Match[]][]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const each = queries.map(({ rank, query, below }) => {
      const matches = postgresMatches(table, { viewerId, query, below }, sortAtMost + 1);
      return sql`(select ${sql.lit(rank)}::int as rank, match.* from (${matches}) as match)`;
    });
    const { rows } = await sql<Match>`${sql.join(each, sql` union all `)}`.execute(trx);
    return queries.map(({ rank }) => [rank, rows.filter((match) => match.rank === rank)]);
  });
}

/** The words that any entry has. A walk of the table would check each entry against all near words of a search. */
export function occurringWords(db: Db, table: SearchedTable, words: readonly string[]): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    // With the limit GIN reads only some entries of a common term: one is enough to know that there are any.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('gin_fuzzy_search_limit', '200', true)`.execute(
      trx,
    );
    const { rows } = await sql<{ word: string }>`
      select word from unnest(${[...words]}::text[]) as word
      where exists (select from ${sql.table(table)} where vector @@ ('t' || word)::tsquery)`.execute(trx);
    return rows.map(({ word }) => word);
  });
}

/** Matches in entry order, newest first. */
function walkNewest(table: SearchedTable, { viewerId, query, below, limit }: HitsQuery) {
  return sql<Hit>`
    select seq, ${sql.ref(keys[table])} as id from (
      select seq, ${sql.ref(keys[table])}, terms, vector from ${sql.table(table)}
      where seq < ${below} order by seq desc limit ${sql.lit(walkedMost)}
    ) as entry
    where vector @@ ${toTsquery(query)}::tsquery and ${visible[table](viewerId)} order by seq desc limit ${limit}`;
}

/** The last entry that a walk has read; no row where it has read all there are. */
function walkedLast(table: SearchedTable, below: number) {
  return sql<{ seq: number }>`select seq from ${sql.table(table)}
    where seq < ${below} order by seq desc limit 1 offset ${sql.lit(walkedMost - 1)}`;
}

/**
 * As many matches as are looked at, in no order, with whether the viewer may see each. `seq + 0` keeps the planner from
 * using the key's index, which does not help here. Excluded terms are a separate condition: GIN would first collect
 * everybody who matches them, which for a prefix is many.
 */
export function postgresMatches(
  table: SearchedTable,
  { viewerId, query, below }: Omit<HitsQuery, 'limit'>,
  limit: number,
) {
  const unwanted = ('all' in query ? query.not : undefined) ?? [];
  const wanted = withoutExcluded(query);
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

function withoutExcluded(query: TermQuery): TermQuery {
  return 'all' in query ? { all: query.all } : query;
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
