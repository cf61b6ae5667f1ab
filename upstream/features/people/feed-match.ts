import { sql } from 'kysely';
import { z } from 'zod';
import { skillKey } from '#shared/skills.ts';
import type { Db } from '#upstream/db/connect.ts';
import { decodeCursor, encodeCursor, idKey } from '#upstream/http/cursor.ts';
import { eligibleAmong, type FeedSlice, newestSlice, walkDown } from './feed-store.ts';
import type { PublicUserRow } from './people-store.ts';

/**
 * Feed order `match`: people who share most of the viewer's skills first, then the newest.
 *
 * Ranking a million people for each page would take seconds, so they are ranked window by window: a window is the span
 * of ids that holds the newest hundred people of the commonest skill. Where fewer share a skill, which is the rule,
 * the one window holds everybody and the order is exact. The cursor names the window, so that decisions made meanwhile
 * neither move nor hide anybody. After the last window come those who share nothing, newest first.
 */
export interface MatchQuery {
  viewerId: string;
  /** The keys of the viewer's skills. */
  skills: readonly string[];
  limit: number;
  offset: number;
  cursor?: string | undefined;
  /** Only people who have this skill. */
  skill?: string | undefined;
}

const windowSize = 100;
/** Above every id. */
const top = 'g';
/** Statements stay far below both databases' limits on parameters. */
const chunkSize = 100;

interface Position {
  high: string;
  /** The window's lower end, inclusive; null where the window is yet to be laid out. */
  low: string | null;
  shared: number;
  id: string;
}

const rankedKey = z.tuple([idKey.or(z.literal(top)), idKey.or(z.literal('')), z.int(), idKey]);
const restKey = z.tuple([z.literal('rest'), idKey]);

export async function matchSlice(db: Db, query: MatchQuery): Promise<FeedSlice> {
  if (query.skills.length === 0) return newestSlice(db, query);
  const start = query.cursor === undefined ? undefined : decodeCursor(z.union([rankedKey, restKey]), query.cursor);
  const wanted = query.limit + (start ? 0 : query.offset);
  const rows: PublicUserRow[] = [];
  let nextCursor: string | null = null;

  let position: Position | null = { high: top, low: null, shared: Number.MAX_SAFE_INTEGER, id: top };
  if (start?.length === 4) position = { high: start[0], low: start[1], shared: start[2], id: start[3] };
  if (start?.length === 2) position = null;
  while (position && rows.length < wanted) {
    const window: Window = await readWindow(db, query, position);
    const after = position;
    const ranked = window.people.filter((person) => ranksAfter(person, after));
    for (let i = 0; i < ranked.length && rows.length < wanted; i += chunkSize) {
      const chunk = ranked.slice(i, i + chunkSize);
      const found = new Map(
        (
          await eligibleAmong(
            db,
            query.viewerId,
            chunk.map((person) => person.id),
          )
        ).map((row) => [row.id, row]),
      );
      for (const person of chunk) {
        const row = found.get(person.id);
        if (!row || rows.length === wanted) continue;
        rows.push(row);
        nextCursor = encodeCursor([window.high, window.low, person.shared, person.id]);
      }
    }
    position = window.low === '' ? null : { high: window.low, low: null, shared: Number.MAX_SAFE_INTEGER, id: top };
  }
  if (rows.length < wanted && query.skill === undefined) {
    const rest = await walkDown(db, query.viewerId, {
      below: start?.length === 2 ? start[1] : undefined,
      limit: wanted - rows.length,
      withoutSkills: query.skills,
    });
    rows.push(...rest);
    const last = rest.at(-1);
    if (last) nextCursor = encodeCursor(['rest', last.id]);
  }
  return { rows: rows.slice(wanted - query.limit), nextCursor: rows.length === wanted ? nextCursor : null };
}

interface Window {
  high: string;
  /** Empty in the last window. */
  low: string;
  people: { id: string; shared: number }[];
}

async function readWindow(db: Db, query: MatchQuery, { high, low }: Position): Promise<Window> {
  const sources = query.skill === undefined ? query.skills : [skillKey(query.skill)];
  const newest = await newestWith(db, sources, high, low);
  const full = newest.filter((ids) => ids.length === windowSize).map((ids) => ids.at(-1) ?? '');
  // Below the last id of a list that is full, that list is not complete.
  const bottom = low ?? full.toSorted().at(-1) ?? '';
  const shared = new Map<string, number>();
  for (const ids of newest) for (const id of ids) if (id >= bottom) shared.set(id, (shared.get(id) ?? 0) + 1);
  if (query.skill !== undefined) await recount(db, shared, query.skills);
  const people = [...shared].map(([id, count]) => ({ id, shared: count }));
  people.sort((a, b) => b.shared - a.shared || (a.id < b.id ? 1 : -1));
  return { high, low: bottom, people };
}

/** For each skill the newest people below `high` who have it: `windowSize` of them, or all down to `low`. */
async function newestWith(db: Db, keys: readonly string[], high: string, low: string | null): Promise<string[][]> {
  const limit = low === null ? windowSize : windowSize * 10;
  const parts = keys.map(
    (key, index) => sql`select ${sql.lit(index)} as source, user_id from (
      select user_id from user_skills
      where skill_key = ${key} and user_id < ${high} and user_id >= ${low ?? ''}
      order by user_id desc limit ${limit}) as newest`,
  );
  const { rows } = await sql<{ source: number; user_id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const lists: string[][] = keys.map(() => []);
  for (const row of rows) lists[row.source]?.push(row.user_id);
  for (const list of lists) list.sort().reverse();
  return lists;
}

async function recount(db: Db, shared: Map<string, number>, skills: readonly string[]): Promise<void> {
  for (const id of shared.keys()) shared.set(id, 0);
  if (shared.size === 0) return;
  const rows = await db
    .selectFrom('user_skills')
    .select(['user_id', (builder) => builder.fn.countAll<number>().as('count')])
    .where('user_id', 'in', [...shared.keys()])
    .where('skill_key', 'in', [...skills])
    .groupBy('user_id')
    .execute();
  for (const row of rows) shared.set(row.user_id, row.count);
}

function ranksAfter(person: { id: string; shared: number }, position: Position): boolean {
  return person.shared < position.shared || (person.shared === position.shared && person.id < position.id);
}
