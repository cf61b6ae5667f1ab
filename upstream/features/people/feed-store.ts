import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { skillKey } from '#shared/skills.ts';
import type { Db } from '#upstream/db/connect.ts';
import type { Database } from '#upstream/db/schema.ts';
import { decodeCursor, encodeCursor, idKey } from '#upstream/http/cursor.ts';
import { type PublicUserRow, publicColumns } from './people-store.ts';

export interface FeedSlice {
  rows: PublicUserRow[];
  nextCursor: string | null;
}

export interface NewestQuery {
  viewerId: string;
  limit: number;
  offset: number;
  cursor?: string | undefined;
  skill?: string | undefined;
}

/** Newest people first. The cursor is the id of the last one, so decisions made meanwhile move nobody. */
export async function newestSlice(db: Db, query: NewestQuery): Promise<FeedSlice> {
  const last = query.cursor === undefined ? undefined : decodeCursor(z.tuple([idKey]), query.cursor)[0];
  const rows = await walkDown(db, query.viewerId, {
    below: last,
    limit: query.limit,
    offset: last === undefined ? query.offset : 0,
    skill: query.skill,
  });
  const next = rows.length === query.limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: next ? encodeCursor([next.id]) : null };
}

/**
 * Ids sort by time, so the walk is down the primary key (or the skill's index), and each step asks the unique index of
 * pairs whether the two have met.
 */
export async function walkDown(
  db: Db,
  viewerId: string,
  walk: {
    below: string | undefined;
    limit: number;
    offset?: number;
    skill?: string | undefined;
    /** Leaves out whoever has one of these skills. */
    withoutSkills?: readonly string[];
  },
): Promise<PublicUserRow[]> {
  const { below, skill, withoutSkills } = walk;
  let select = db.selectFrom('users').select(publicColumns).where(eligible(viewerId)).limit(walk.limit);
  if (skill === undefined) {
    select = select.orderBy('users.id', 'desc');
    if (below !== undefined) select = select.where('users.id', '<', below);
  } else {
    select = joinSkill(select, skillKey(skill)).orderBy('has.user_id', 'desc') as typeof select;
    if (below !== undefined) select = select.where(sql<boolean>`has.user_id < ${below}`);
  }
  if (withoutSkills)
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
  if (walk.offset) select = select.offset(walk.offset);
  return select.execute();
}

function joinSkill<Output>(select: SelectQueryBuilder<Database, 'users', Output>, key: string) {
  return select.innerJoin('user_skills as has', 'has.user_id', 'users.id').where('has.skill_key', '=', key);
}

/** Of these people, those that the feed may show to the viewer. */
export async function eligibleAmong(db: Db, viewerId: string, ids: readonly string[]): Promise<PublicUserRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .select(publicColumns)
    .where('users.id', 'in', [...ids])
    .where(eligible(viewerId))
    .execute();
}

/** Not the viewer, not deleted, and nothing decided between the two, in either direction. */
function eligible(viewerId: string) {
  return (builder: ExpressionBuilder<Database, 'users'>) =>
    builder.and([
      builder('users.deleted_at', 'is', null),
      builder('users.id', '<>', viewerId),
      builder.not(builder.exists(relationWith(builder, viewerId))),
    ]);
}

function relationWith(builder: ExpressionBuilder<Database, 'users'>, viewerId: string) {
  const [low, high] = [
    sql<string>`case when users.id < ${viewerId} then users.id else ${viewerId} end`,
    sql<string>`case when users.id < ${viewerId} then ${viewerId} else users.id end`,
  ];
  return builder
    .selectFrom('requests')
    .select(sql`1`.as('one'))
    .whereRef('requests.pair_low', '=', low)
    .whereRef('requests.pair_high', '=', high);
}
