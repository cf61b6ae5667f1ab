import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import { isKeptFromFeedOf } from '../preferences/reserve.ts';
import { visibleTo } from '../safety/visible-to.ts';

/** Number of people per span. */
const stride = sql.lit(256);
/** How many spans are skipped at most; the walk goes on below them. */
const mostSpans = sql.lit(128);

/**
 * Returns an id at or below `below` from which the feed walk can continue, skipping people the viewer has already
 * decided on. A daily user has decided on thousands of the newest people in one run, and checking each pair would
 * exceed the page's time budget. Counting is much cheaper: a span of ids with as many relations of the viewer (plus
 * deleted, suspended and blocked accounts and those that keep out of the feed) as people contains nobody undecided and
 * is skipped. Each person counts once: suspended people keep their relations and blocked ones a refusal, so those whom
 * the viewer has decided on are counted already.
 */
export async function belowDecided(db: Db, viewerId: string, below: string): Promise<string> {
  const spanBelow = (id: unknown) =>
    sql`(select id from users where id < ${id} and id <> ${viewerId} order by id desc limit ${stride}) as span`;
  const edge = sql.ref('run.edge');
  const within = (column: string) => sql`${sql.ref(column)} between run.edge and run.top`;
  const undecided = sql`not exists (select 1 from requests
    where pair_low = case when users.id < ${viewerId} then users.id else ${viewerId} end
      and pair_high = case when users.id < ${viewerId} then ${viewerId} else users.id end
      and ${countsAsDecided(viewerId)})`;
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
      where run.edge is not null and run.spans < ${mostSpans} and ${stride} =
        (select count(*) from requests where pair_low = ${viewerId} and ${within('pair_high')} and ${decidedFor('low')}) +
        (select count(*) from requests where pair_high = ${viewerId} and ${within('pair_low')} and ${decidedFor('high')}) +
        (select count(*) from users where deleted_at is not null and ${within('id')}) +
        (select count(*) from users where suspended_at is not null and deleted_at is null and ${within('id')}
          and ${undecided}) +
        (select count(*) from (
            select blocked_id as id from blocks where blocker_id = ${viewerId} and ${within('blocked_id')}
            union select blocker_id from blocks where blocked_id = ${viewerId} and ${within('blocker_id')}
          ) as parted join users on users.id = parted.id
          where suspended_at is null and deleted_at is null and ${undecided}) +
        (select count(*) from preferences join users on users.id = preferences.user_id
          where ${isKeptFromFeedOf(viewerId)} and ${within('preferences.user_id')} and users.id <> ${viewerId}
          and suspended_at is null and deleted_at is null and ${visibleTo(viewerId, 'users.id')} and ${undecided})
    )
    select min(done) as done from run`.execute(db);
  return rows[0]?.done ?? below;
}

/**
 * Which relations of the viewer count as decided. Somebody who ignored the viewer, or rejected a request that the viewer
 * has withdrawn since, is shown like anybody else: their absence would tell.
 */
export function countsAsDecided(viewerId: string) {
  return sql<boolean>`not (from_id = ${viewerId} and status = 'rejected' and withdrawn = 1)
    and not (to_id = ${viewerId} and status = 'ignored' and back_id is null)`;
}

/** The same for the viewer's side of the pair, word for word as in the partial index `requests_decided_…`. */
function decidedFor(side: 'low' | 'high') {
  const [mine, theirs] = [sql.ref(`pair_${side}`), sql.ref(side === 'low' ? 'pair_high' : 'pair_low')];
  return sql`not (from_id = ${mine} and status = 'rejected' and withdrawn = 1)
    and not (from_id = ${theirs} and status = 'ignored' and back_id is null)`;
}
