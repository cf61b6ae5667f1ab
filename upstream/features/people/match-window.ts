import { type RawBuilder, sql } from 'kysely';
import type { Intent } from '#shared/intents.ts';
import { canonicalKey } from '#shared/skills/canonical-skill.ts';
import type { Db } from '#upstream/db/connection.ts';
import { aboveAll, type FeedFilters } from './feed-store.ts';
import { looksForOneOf, showsOneOf } from './intent-store.ts';

export interface MatchQuery extends FeedFilters {
  viewerId: string;
  limit: number;
  offset: number;
  cursor?: string | undefined;
  /** The intents that fit those of the viewer. */
  fitting: readonly Intent[];
  /** The time zones with some hours in common with the viewer's. */
  near: readonly string[];
}

const windowSize = 100;
/** Where a page goes on: in the window that begins at `high`, below this person. */
export interface Position {
  high: string;
  /** The window's lower end, inclusive; null when the window has not been computed yet. */
  low: string | null;
  score: number;
  id: string;
}

export function windowBelow(high: string): Position {
  return { high, low: null, score: Number.MAX_SAFE_INTEGER, id: aboveAll };
}

export interface Window {
  high: string;
  /** An empty string in the last window. */
  low: string;
  /** The window contains the people with one of these skills, or with the intent that is asked for. */
  skills: string[];
  people: Ranked[];
}

export interface Ranked {
  id: string;
  /** One more shared skill counts more than what is looked for, and that more than hours in common. */
  score: number;
}

const points = { skill: 4, fitting: 2, near: 1 };

/** Whose newest holders make a window: the viewer's skills, or the skill or intent that is asked for. */
function sourcesOf({ viewerId, skill, intent }: MatchQuery): Sources {
  if (skill !== undefined)
    return {
      table: 'user_skills',
      column: 'skill_key',
      keys: sql`(select cast(${canonicalKey(skill)} as text) as key)`,
    };
  if (intent !== undefined)
    return { table: 'user_intents', column: 'intent', keys: sql`(select cast(${intent} as text) as key)` };
  const keys = sql`(select skill_key as key from user_skills where user_id = ${viewerId})`;
  return { table: 'user_skills', column: 'skill_key', keys };
}

interface Sources {
  table: 'user_skills' | 'user_intents';
  column: 'skill_key' | 'intent';
  keys: RawBuilder<unknown>;
}

export async function readWindow(db: Db, query: MatchQuery, { high, low }: Position): Promise<Window> {
  const lists = await newestWith(db, query, high, low);
  const full = lists.filter(({ people }) => people.length === windowSize).map(({ people }) => people.at(-1)?.id ?? '');
  // A full list is cut off below its last id, so the window ends there.
  const bottom = low ?? full.toSorted().at(-1) ?? '';
  const isBySkills = query.skill === undefined && query.intent === undefined;
  const scores = new Map<string, number>();
  for (const { people } of lists)
    for (const { id, score } of people)
      if (id >= bottom) scores.set(id, isBySkills ? (scores.get(id) ?? score) + points.skill : score);
  const people = [...scores].map(([id, score]) => ({ id, score }));
  people.sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
  return { high, low: bottom, skills: lists.map(({ skill }) => skill), people };
}

/**
 * For each skill, the newest people below `high` who have it, with their points: at most `windowSize`, or all down to `low`.
 * One statement, which aggregates them to one row per skill, because sending and parsing hundreds of rows takes longer
 * than finding them.
 */
async function newestWith(
  db: Db,
  query: MatchQuery,
  high: string,
  low: string | null,
): Promise<{ skill: string; people: Ranked[] }[]> {
  const { table, column, keys } = sourcesOf(query);
  const limit = low === null ? windowSize : windowSize * 10;
  const { rows } = await sql<{ skill: string; people: string | null }>`
    select key as skill, (
      select string_agg(entry, ',') from (
        select newest.user_id || ':' || (${pointsOf(query)}) as entry from (
          select user_id from ${sql.table(table)}
          where ${sql.ref(column)} = source.key and user_id < ${high} and user_id >= ${low ?? ''}
          order by user_id desc limit ${limit}) as newest
      ) as scored
    ) as people from ${keys} as source`.execute(db);
  return rows.map(({ skill, people }) => ({ skill, people: people === null ? [] : parsePeople(people) }));
}

/** Newest first. */
function parsePeople(people: string): Ranked[] {
  const entries = people.split(',').sort().reverse();
  return entries.map((entry) => {
    const [id = '', score] = entry.split(':');
    return { id, score: Number(score) };
  });
}

/**
 * The points of the person `newest.user_id`. Those for shared skills are left out where the lists are the skills themselves:
 * then they are counted by the lists that a person is in.
 */
function pointsOf({ viewerId, skill, intent, fitting, near }: MatchQuery) {
  const person = 'newest.user_id';
  const parts = [sql`0`];
  if (fitting.length > 0) parts.push(sql`${sql.lit(points.fitting)} * ${looksForOneOf(person, fitting)}`);
  if (near.length > 0) parts.push(sql`${sql.lit(points.near)} * ${showsOneOf(person, near)}`);
  if (skill !== undefined || intent !== undefined)
    parts.push(sql`${sql.lit(points.skill)} * ${sharedSkills(viewerId, person)}`);
  return sql.join(parts, sql` + `);
}

function sharedSkills(viewerId: string, person: string) {
  return sql<number>`(select count(*) from user_skills as theirs
    join user_skills as mine on mine.skill_key = theirs.skill_key and mine.user_id = ${viewerId}
    where theirs.user_id = ${sql.ref(person)})`;
}
