import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { skillKey } from '#shared/skills.ts';
import type { Db } from '#upstream/db/connection.ts';
import { decodeCursor, encodeCursor, idKey } from '#upstream/http/cursor.ts';
import type { VisiblePerson } from '../visibility/people.ts';
import { belowDecided } from './decided-run.ts';
import { aboveAll, eligibleAmong, type FeedSlice, newestSlice, walkPastDecided } from './feed-store.ts';
import { skillsOf } from './people-store.ts';

/**
 * Feed order `match`: people who share most of the viewer's skills first, then the newest.
 *
 * Ranking a million people for each page would take seconds, so they are ranked in windows: a window is the range of
 * ids that holds the newest hundred people of the commonest skill. If fewer people share a skill, which is usual, one
 * window holds everybody and the order is exact. The cursor contains the window's bounds, so that decisions made
 * between two pages neither move nor hide anybody. After the last window come the people who share no skill, newest
 * first.
 */
export interface MatchQuery {
  viewerId: string;
  limit: number;
  offset: number;
  cursor?: string | undefined;
  /** Only people with this skill. */
  skill?: string | undefined;
}

const windowSize = 100;
/** How many more people than the page size are checked first: the best ranked are mostly undecided. */
const spare = 10;
/** How many windows one page reads at most; then it ends, empty perhaps, and its cursor goes on below. */
const mostWindows = 6;
/** Size of the later chunks, far below both databases' limits on parameters. */
const chunkSize = 100;

interface Position {
  high: string;
  /** The window's lower end, inclusive; null when the window has not been computed yet. */
  low: string | null;
  shared: number;
  id: string;
}

const rankedKey = z.tuple([idKey.or(z.literal(aboveAll)), idKey.or(z.literal('')), z.int(), idKey]);
const restKey = z.tuple([z.literal('rest'), idKey]);
/** Where the next window begins, of a page that has read as many as it may. */
const fromKey = z.tuple([z.literal('from'), idKey]);
/** Cursor of newest-first order, which a viewer without skills gets. */
const newestKey = z.tuple([idKey]);

export async function matchSlice(db: Db, query: MatchQuery): Promise<FeedSlice> {
  const start =
    query.cursor === undefined
      ? undefined
      : decodeCursor(z.union([rankedKey, restKey, fromKey, newestKey]), query.cursor);
  if (start?.length === 1) return newestSlice(db, query);
  const wanted = query.limit + (start ? 0 : query.offset);
  const rows: VisiblePerson[] = [];
  let nextCursor: string | null = null;
  let skills: readonly string[] | undefined;

  let position: Position | null = windowBelow(aboveAll);
  if (start?.length === 4) position = { high: start[0], low: start[1], shared: start[2], id: start[3] };
  if (start?.length === 2) position = start[0] === 'rest' ? null : windowBelow(start[1]);
  for (let windows = 0; position && rows.length < wanted; windows += 1) {
    if (windows === mostWindows)
      return { rows: rows.slice(wanted - query.limit), nextCursor: encodeCursor(['from', position.high]) };
    const window: Window = await readWindow(db, query, position);
    skills = window.skills;
    // Without skills nobody can match.
    if (skills.length === 0) return newestSlice(db, query);
    const after = position;
    let isFruitful = false;
    const ranked = window.people.filter((person) => ranksAfter(person, after));
    let size = Math.min(wanted - rows.length + spare, chunkSize);
    for (let i = 0; i < ranked.length && rows.length < wanted; i += size, size = chunkSize) {
      const chunk = ranked.slice(i, i + size);
      const found = new Map(
        (
          await eligibleAmong(
            db,
            query.viewerId,
            chunk.map((person) => person.id),
            query.skill !== undefined,
          )
        ).map((row) => [row.id, row]),
      );
      for (const person of chunk) {
        const row = found.get(person.id);
        if (!row || rows.length === wanted) continue;
        isFruitful = true;
        rows.push(row);
        nextCursor = encodeCursor([window.high, window.low, person.shared, person.id]);
      }
    }
    if (window.low === '') position = null;
    else {
      // An exhausted window is usually followed by more, so skip the run of decided people.
      const high: string = isFruitful ? window.low : await belowDecided(db, query.viewerId, window.low);
      position = windowBelow(high);
    }
  }
  if (rows.length < wanted && query.skill === undefined) {
    const rest = await walkPastDecided(db, query.viewerId, {
      below: start?.length === 2 && start[0] === 'rest' ? start[1] : aboveAll,
      limit: wanted - rows.length,
      withoutSkills: skills ?? (await skillKeysOf(db, query.viewerId)),
    });
    rows.push(...rest.rows);
    return {
      rows: rows.slice(wanted - query.limit),
      nextCursor: rest.end === null ? null : encodeCursor(['rest', rest.end]),
    };
  }
  return { rows: rows.slice(wanted - query.limit), nextCursor: rows.length === wanted ? nextCursor : null };
}

function windowBelow(high: string): Position {
  return { high, low: null, shared: Number.MAX_SAFE_INTEGER, id: aboveAll };
}

interface Window {
  high: string;
  /** An empty string in the last window. */
  low: string;
  /** The window contains the people with one of these skills. */
  skills: string[];
  people: { id: string; shared: number }[];
}

async function readWindow(db: Db, query: MatchQuery, { high, low }: Position): Promise<Window> {
  const sources =
    query.skill === undefined
      ? sql`(select skill_key from user_skills where user_id = ${query.viewerId})`
      : sql`(select cast(${skillKey(query.skill)} as text) as skill_key)`;
  const lists = await newestWith(db, sources, high, low);
  const newest = lists.map(({ ids }) => ids);
  const full = newest.filter((ids) => ids.length === windowSize).map((ids) => ids.at(-1) ?? '');
  // A full list is cut off below its last id, so the window ends there.
  const bottom = low ?? full.toSorted().at(-1) ?? '';
  const shared = new Map<string, number>();
  for (const ids of newest) for (const id of ids) if (id >= bottom) shared.set(id, (shared.get(id) ?? 0) + 1);
  if (query.skill !== undefined) await recount(db, shared, query.viewerId);
  const people = [...shared].map(([id, count]) => ({ id, shared: count }));
  people.sort((a, b) => b.shared - a.shared || (a.id < b.id ? 1 : -1));
  return { high, low: bottom, skills: lists.map(({ skill }) => skill), people };
}

/**
 * For each skill, the newest people below `high` who have it: at most `windowSize`, or all down to `low`. Aggregated to
 * one row per skill, because sending and parsing hundreds of rows takes longer than finding them.
 */
async function newestWith(
  db: Db,
  sources: RawBuilder<unknown>,
  high: string,
  low: string | null,
): Promise<{ skill: string; ids: string[] }[]> {
  const limit = low === null ? windowSize : windowSize * 10;
  const { rows } = await sql<{ skill: string; ids: string | null }>`
    select skill_key as skill, (
      select string_agg(user_id, ',') from (
        select user_id from user_skills
        where skill_key = source.skill_key and user_id < ${high} and user_id >= ${low ?? ''}
        order by user_id desc limit ${limit}) as newest
    ) as ids from ${sources} as source`.execute(db);
  return rows.map(({ skill, ids }) => ({ skill, ids: ids === null ? [] : ids.split(',').sort().reverse() }));
}

async function recount(db: Db, shared: Map<string, number>, viewerId: string): Promise<void> {
  for (const id of shared.keys()) shared.set(id, 0);
  if (shared.size === 0) return;
  const rows = await db
    .selectFrom('user_skills')
    .select(['user_id', (builder) => builder.fn.countAll<number>().as('count')])
    .where('user_id', 'in', [...shared.keys()])
    .where('skill_key', 'in', (builder) =>
      builder.selectFrom('user_skills as own').select('own.skill_key').where('own.user_id', '=', viewerId),
    )
    .groupBy('user_id')
    .execute();
  for (const row of rows) shared.set(row.user_id, row.count);
}

function ranksAfter(person: { id: string; shared: number }, position: Position): boolean {
  return person.shared < position.shared || (person.shared === position.shared && person.id < position.id);
}

async function skillKeysOf(db: Db, userId: string): Promise<string[]> {
  return ((await skillsOf(db, [userId])).get(userId) ?? []).map(skillKey);
}
