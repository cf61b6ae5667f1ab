import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import { type TermQuery, toTsquery } from './search-text.ts';
import { type Hit, type HitsQuery, keys, type SearchedTable, visible, type Walked } from './searched-tables.ts';

/** The first walk checks this many of the newest entries: enough to fill a page for a common term. */
const walkedFirst = 1000;
/** Up to this many matches are read from the GIN index and sorted; beyond, the newest ones are found by walking. */
const sortAtMost = 2000;
/** No walk goes further for one page. */
const walkedMost = 20_000;

/**
 * A GIN index has no order, and PostgreSQL cannot estimate how many people a prefix matches. A wrong estimate makes it
 * walk the whole table for matches that do not exist, or collect a hundred thousand to show twenty. So the query first
 * walks a small number of the newest entries. A term that does not fill the page is read from the index where it is rare,
 * whether the viewer may see its matches or not. Otherwise a second walk ends after `walkedMost` entries.
 */
export async function postgresHits(db: Db, table: SearchedTable, query: HitsQuery): Promise<Walked> {
  const newest = (await postgresWalk(table, query, walkedFirst).execute(db)).rows;
  if (newest.length >= query.limit) return { found: newest };
  return db.transaction().execute(async (trx) => {
    if (await isRare(trx, table, query)) {
      await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
        trx,
      );
      const some = (await postgresMatches(table, query, sortAtMost + 1).execute(trx)).rows;
      if (some.length <= sortAtMost) {
        const shown = some.filter(({ is_visible }) => is_visible).sort((a, b) => b.seq - a.seq);
        return { found: shown.slice(0, query.limit) };
      }
    }
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'on', true),
      set_config('enable_bitmapscan', 'off', true)`.execute(trx);
    const found = (await postgresWalk(table, query, walkedMost).execute(trx)).rows;
    if (found.length === query.limit) return { found };
    const { rows } = await sql<{ seq: number }>`select seq from ${sql.table(table)}
      where seq < ${query.below} order by seq desc limit 1 offset ${sql.lit(walkedMost - 1)}`.execute(trx);
    return { found, stoppedAt: rows[0]?.seq };
  });
}

/**
 * Whether the first walk predicts few matches. The index reads all matches, also those that the viewer may not see: for
 * somebody who has muted a common word they can be most of the table.
 */
async function isRare(db: Db, table: SearchedTable, { query, below }: HitsQuery): Promise<boolean> {
  const { rows } = await sql<{ matches: number; entries: number }>`
    select count(*)::int as matches, (select coalesce(max(seq), 0)::int from ${sql.table(table)}) as entries from (
      select vector from ${sql.table(table)} where seq < ${below} order by seq desc limit ${sql.lit(walkedFirst)}
    ) as entry
    where vector @@ ${toTsquery(query)}::tsquery`.execute(db);
  const { matches = 0, entries = 0 } = rows[0] ?? {};
  return (matches * entries) / walkedFirst <= sortAtMost;
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

/** Matches in entry order, newest first, among the newest `among` entries. */
function postgresWalk(table: SearchedTable, { viewerId, query, below, limit }: HitsQuery, among: number) {
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
