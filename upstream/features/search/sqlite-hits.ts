import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import { type TermQuery, toFts5 } from './search-text.ts';
import {
  type Found,
  type Hit,
  type HitsQuery,
  keys,
  type RankedSearch,
  type SearchedTable,
  visible,
} from './searched-tables.ts';

/** One page of matches. The ranked queries run one after the other until it is full. */
export async function sqliteSearch(db: Db, table: SearchedTable, search: RankedSearch): Promise<Found> {
  const { viewerId, queries, limit } = search;
  const hits: Found['hits'] = [];
  for (const { rank, query, below } of queries) {
    const rest = { viewerId, query, below, limit: limit - hits.length };
    const { rows } = await sqliteHits(table, rest).execute(db);
    hits.push(...rows.map((row) => ({ ...row, rank })));
    if (rows.length === rest.limit) break;
    const last = (await sqliteMatchAt(table, rest, matchesSeen).execute(db)).rows[0];
    if (last) return { hits, stopped: { rank, below: last.seq } };
  }
  return { hits };
}

/** The most matches read for one page. Without a bound, a viewer whose muted words hide every match would read them all. */
const matchesSeen = 1000;

/** FTS5 reads its lists in entry order, newest first, and stops at the limit. */
function sqliteHits(table: SearchedTable, { viewerId, query, below, limit }: HitsQuery) {
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
