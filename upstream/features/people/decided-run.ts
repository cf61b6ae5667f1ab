import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import { isKeptFromFeedOf } from '../preferences/reserve.ts';
import { decidedBetween } from '../requests/relations.ts';

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
