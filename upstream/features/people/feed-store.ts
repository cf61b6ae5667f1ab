import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Intent } from '#shared/intents.ts';
import { canonicalKey } from '#shared/skills/canonical-skill.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Database } from '#upstream/db/schema.ts';
import { cursor, idKey, readCursor } from '#upstream/http/cursor.ts';
import { isKeptFromFeedOf, mayMeet } from '../preferences/reserve.ts';
import { decidedBetween, isDecided } from '../requests/relations.ts';
import { notMuted, withoutMutedWords } from '../safety/mute-store.ts';
import { type VisiblePerson, visibleAmong, visiblePeople } from '../visibility/people.ts';
import { looksFor, showsZone } from './intent-store.ts';

export interface FeedSlice {
  rows: VisiblePerson[];
  nextCursor: string | null;
}

/** Whom the viewer wants to meet. */
export interface FeedFilters {
  /** Only people with this skill. */
  skill?: string | undefined;
  /** Only people who look for this. */
  intent?: Intent | undefined;
  /** Only people who show one of these time zones. */
  zones?: readonly string[] | undefined;
}

export interface NewestQuery extends FeedFilters {
  viewerId: string;
  limit: number;
  offset: number;
  cursor?: string | undefined;
}

const newestCursor = cursor(z.tuple([idKey]));

/** Newest people first. The cursor is the last person's id, so decisions made between two pages move nobody. */
export async function newestSlice(db: Db, query: NewestQuery): Promise<FeedSlice> {
  const last = readCursor(newestCursor, query.cursor)?.[0];
  const { viewerId, limit, skill, intent, zones } = query;
  const offset = last === undefined ? query.offset : 0;
  const walk = { below: last ?? aboveAll, limit, offset, skill, intent, zones };
  const { rows, end } = await walkPastDecided(db, viewerId, walk);
  return { rows, nextCursor: end === null ? null : newestCursor.encode([end]) };
}

/** Sorts above every id. */
export const aboveAll = 'g';

export interface Walk extends FeedFilters {
  below: string;
  limit: number;
  offset?: number;
  /** Excludes people with any of these skills. */
  withoutSkills?: readonly string[];
}

/** How many candidates to read beyond the page size, before dropping people whom the viewer has already decided on. */
const nearby = 60;
/** How many candidates one page reads at most. A page of which all are left out is empty, and its cursor goes on below. */
export const mostWalked = 2000;

export interface Walked {
  rows: VisiblePerson[];
  /** The id below which the walk goes on; null where there is nobody below. */
  end: string | null;
}

/** Walks the ids down from `below`, newest first, skipping runs of people the viewer has decided on. */
export async function walkPastDecided(db: Db, viewerId: string, walk: Walk): Promise<Walked> {
  const { offset = 0, limit } = walk;
  const wanted = offset + limit;
  const { rows, end } = await walkDown(db, viewerId, { ...walk, limit: wanted }, wanted + nearby);
  if (rows.length === wanted || end === null) return { rows: rows.slice(offset), end };
  const below = await belowDecided(db, viewerId, end);
  const rest = await walkDown(db, viewerId, { ...walk, below, limit: wanted - rows.length }, mostWalked);
  return { rows: [...rows, ...rest.rows].slice(offset), end: rest.end };
}

/**
 * Ids sort by time, so the walk goes down the primary key (or the index of a skill or an intent), and each step looks the
 * pair up in its unique index. The walk ends after `among` people.
 */
async function walkDown(db: Db, viewerId: string, walk: Omit<Walk, 'offset'>, among: number): Promise<Walked> {
  const { below, limit, withoutSkills } = walk;
  const depth = sql`limit ${sql.lit(among)}`;
  const candidates = sql<{ id: string }>`(${idsBelow(walk)} order by id desc ${depth})`;
  let select = visibleAmong(db, viewerId, candidates)
    .where(eligible(viewerId))
    .where(passes(walk))
    // Stated for both tables: PostgreSQL may merge-join their indexes and would otherwise start at the newest id.
    .where('users.id', '<', below)
    .orderBy('candidate.id', 'desc')
    .limit(limit);
  if (withoutSkills?.length)
    select = select.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_skills')
            .select(sql`1`.as('one'))
            .whereRef('user_skills.user_id', '=', 'users.id')
            .where('user_skills.skill_key', 'in', [...withoutSkills]),
        ),
      ),
    );
  const rows = await select.execute();
  return { rows, end: rows.length === limit ? (rows.at(-1)?.id ?? null) : await lastOf(db, candidates, among) };
}

/** The ids below `below`, of everybody or of the people with the skill or intent that is asked for. */
function idsBelow({ below, skill, intent }: Walk) {
  if (skill !== undefined)
    return sql`select user_id as id from user_skills where skill_key = ${canonicalKey(skill)} and user_id < ${below}`;
  if (intent !== undefined)
    return sql`select user_id as id from user_intents where intent = ${intent} and user_id < ${below}`;
  return sql`select id from users where id < ${below}`;
}

/** The last of the candidates that a walk has read; null where they were all there are. */
async function lastOf(db: Db, candidates: RawBuilder<{ id: string }>, among: number): Promise<string | null> {
  const row = await db
    .selectFrom(candidates.as('candidate'))
    .select(({ fn }) => [fn.min<string | null>('candidate.id').as('id'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow();
  return row.count < among ? null : row.id;
}

/** Filters these people down to those the feed may show to the viewer; `filters.skill` is known of them. */
export async function eligibleAmong(
  db: Db,
  viewerId: string,
  ids: readonly string[],
  filters: FeedFilters,
): Promise<VisiblePerson[]> {
  if (ids.length === 0) return [];
  return visiblePeople(db, viewerId)
    .where('users.id', 'in', [...ids])
    .where(eligible(viewerId))
    .where(passes(filters))
    .execute();
}

/**
 * The filters beside the skill, which the candidates have. Nobody is found by a skill that a moderator has hidden with the
 * rest of the profile.
 */
function passes({ skill, intent, zones }: FeedFilters) {
  return (builder: ExpressionBuilder<Database, 'users'>) =>
    builder.and([
      ...(skill === undefined ? [] : [builder('users.hidden_at', 'is', null)]),
      ...(intent === undefined ? [] : [looksFor('users.id', intent)]),
      ...(zones === undefined ? [] : [showsZone('users.id', zones)]),
    ]);
}

/**
 * Of visible people, leaves out the viewer and those between whom and the viewer is a decision that the viewer may know. Also those whom the viewer has muted, or who say a muted word, and those who do not want to
 * be found or asked by the viewer.
 */
function eligible(viewerId: string) {
  return (builder: ExpressionBuilder<Database, 'users'>) =>
    builder.and([
      builder('users.id', '<>', viewerId),
      notMuted(viewerId, 'users.id'),
      mayMeet(viewerId, 'users.id'),
      builder.not(builder.exists(saysMutedWord(builder, viewerId))),
      builder.not(isDecided(viewerId, 'users.id')),
    ]);
}

/** The search entry of a person whose name, skills or text has a muted word of the viewer. */
function saysMutedWord(builder: ExpressionBuilder<Database, 'users'>, viewerId: string) {
  return builder
    .selectFrom('people_search')
    .select(sql`1`.as('one'))
    .whereRef('people_search.user_id', '=', 'users.id')
    .where(sql<boolean>`not ${withoutMutedWords(viewerId, 'people_search.terms')}`);
}

/** Number of people per span. */
const stride = sql.lit(256);
/** How many spans are skipped at most; the walk goes on below them. */
const mostSpans = sql.lit(128);

/**
 * Returns an id at or below `below` from which the feed walk can continue, skipping people the viewer has already
 * decided on. A daily user has decided on thousands of the newest people in one run, and checking each pair would
 * exceed the page's time budget. Counting is much cheaper: a span of ids with as many people whom the viewer
 * has decided on, or who are deleted, suspended, blocked or keep out of the feed, as people in all contains nobody undecided and
 * is skipped. Each person counts once.
 */
export async function belowDecided(db: Db, viewerId: string, below: string): Promise<string> {
  const spanBelow = (id: unknown) =>
    sql`(select id from users where id < ${id} and id <> ${viewerId} order by id desc limit ${stride}) as span`;
  const edge = sql.ref('run.edge');
  const within = (column: string) => sql`${sql.ref(column)} between run.edge and run.top`;
  // `done` starts as null, cast with the collation of ids: PostgreSQL requires the same collation in both halves of the
  // union.
  const { rows } = await sql<{ done: string | null }>`
    with recursive run(done, top, edge, spans) as (
      select max(case when 1 = 0 then id end), max(id), min(id), 1 from ${spanBelow(below)}
      union all
      select run.edge,
        (select max(id) from users where id < ${edge} and id <> ${viewerId}),
        (select min(id) from ${spanBelow(edge)}), run.spans + 1
      from run
      where run.edge is not null and run.spans < ${mostSpans} and ${stride} = (
        select count(*) from (
          ${decidedBetween(viewerId, 'run.edge', 'run.top')}
          union select id from users where deleted_at is not null and ${within('id')}
          union select id from users where suspended_at is not null and ${within('id')}
          union select blocked_id from blocks where blocker_id = ${viewerId} and ${within('blocked_id')}
          union select blocker_id from blocks where blocked_id = ${viewerId} and ${within('blocker_id')}
          union select user_id from preferences
            where ${isKeptFromFeedOf(viewerId)} and ${within('user_id')} and user_id <> ${viewerId}
        ) as left_out)
    )
    select min(done) as done from run`.execute(db);
  return rows[0]?.done ?? below;
}
