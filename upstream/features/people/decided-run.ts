import { sql } from 'kysely';
import type { Db } from '#upstream/db/connect.ts';

/** So many people are looked at together. */
const stride = sql.lit(256);

/**
 * Where to go on, at or below `below`, for people whom the viewer has not decided on. Who uses the feed every day has
 * decided on the newest thousands one after the other, and to ask for each whether the two have met takes longer than
 * the page may. Counting is many times cheaper: where a span of ids holds as many relations of the viewer (and
 * accounts that are gone) as people, nobody is left in it. Spans are passed until one is not like that.
 */
export async function belowDecided(db: Db, viewerId: string, below: string): Promise<string> {
  const spanBelow = (id: unknown) =>
    sql`(select id from users where id < ${id} and id <> ${viewerId} order by id desc limit ${stride}) as span`;
  const edge = sql.ref('run.edge');
  const within = (column: string) => sql`${sql.ref(column)} between run.edge and run.top`;
  // `done` begins as no id at all, but with the order of ids, which PostgreSQL wants in both halves.
  const { rows } = await sql<{ done: string | null }>`
    with recursive run(done, top, edge) as (
      select max(case when 1 = 0 then id end), max(id), min(id) from ${spanBelow(below)}
      union all
      select run.edge,
        (select max(id) from users where id < ${edge} and id <> ${viewerId}),
        (select min(id) from ${spanBelow(edge)})
      from run
      where run.edge is not null and ${stride} =
        (select count(*) from requests where pair_low = ${viewerId} and ${within('pair_high')}) +
        (select count(*) from requests where pair_high = ${viewerId} and ${within('pair_low')}) +
        (select count(*) from users where deleted_at is not null and ${within('id')})
    )
    select min(done) as done from run`.execute(db);
  return rows[0]?.done ?? below;
}
