import { sql } from 'kysely';
import type { Db, Engine } from '#upstream/db/connection.ts';

/** The time by which jobs are due and leases end, in milliseconds since 1970. */
export interface JobClock {
  now(): number;
  /** Called before jobs are claimed. */
  measure(): Promise<void>;
}

const measureEveryMs = 60_000;

/**
 * PostgreSQL's clock, so that instances whose own clocks differ agree on leases. Between two measurements a monotonic
 * timer goes on, so that a clock of this machine that is set moves nothing. SQLite's instances share one machine: there,
 * and where a test gives a clock, `ownNow` is the clock.
 */
export function createJobClock(
  { db, engine, givenNow }: { db: Db; engine: Engine; givenNow: (() => number) | undefined },
  ownNow: () => number = Date.now,
): JobClock {
  if (engine === 'sqlite' || givenNow !== undefined) return { now: givenNow ?? ownNow, measure: async () => undefined };
  let measured: { time: number; at: number } | undefined;
  return {
    now: () => (measured === undefined ? ownNow() : Math.round(measured.time + performance.now() - measured.at)),
    async measure() {
      if (measured !== undefined && performance.now() - measured.at < measureEveryMs) return;
      const { rows } = await sql<{ time: string }>`
        select floor(extract(epoch from clock_timestamp()) * 1000) as time`.execute(db);
      const [row] = rows;
      if (row !== undefined) measured = { time: Number(row.time), at: performance.now() };
    },
  };
}
