import { type RawBuilder, sql } from 'kysely';
import { day, hour } from '#shared/durations.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Database } from '#upstream/db/schema.ts';
import type { BatchTurn } from './turns.ts';

/** Rows that are deleted when they are old. */
export interface Retention {
  /** For the metrics: the job is `retention NAME`. */
  name: string;
  table: keyof Database & string;
  /** The columns of the primary key. */
  keys: readonly string[];
  /** By which the oldest rows come first. */
  age: RawBuilder<unknown>;
  /** Whether a row has been kept for long enough. */
  expired: (now: number) => RawBuilder<boolean>;
  /**
   * What else keeps a row, checked for the rows of a batch only: within the choice by age it would tempt the planner to read
   * the whole table. At most a few of the oldest rows may be kept by it, or the batches would end before the rows behind them.
   */
  keptWhile?: RawBuilder<boolean>;
  /** The index that finds them. */
  index: string;
  /** Rows of one batch; fewer where a row is large. */
  batch?: number;
}

const usualBatch = 500;

/**
 * One batch of the oldest rows. The condition is there twice: within, it chooses by the index; outside, it is checked again
 * for a row that another transaction has changed meanwhile.
 */
export function deleteStatement(
  { table, keys, age, expired, keptWhile }: Pick<Retention, 'table' | 'keys' | 'age' | 'expired' | 'keptWhile'>,
  now: number,
  limit = usualBatch,
): RawBuilder<unknown> {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  return sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${expired(now)} order by ${age} limit ${sql.lit(limit)}
    ) and ${expired(now)}${keptWhile ? sql` and not (${keptWhile})` : sql``}`;
}

/** Deletes one batch, and answers whether more may be left. */
export async function deleteExpired(db: Db, retention: Retention, now: number): Promise<boolean> {
  const limit = retention.batch ?? usualBatch;
  const { numAffectedRows = 0n } = await deleteStatement(retention, now, limit).execute(db);
  return numAffectedRows >= BigInt(limit);
}

export function retentionTurn(db: Db, retention: Retention): BatchTurn {
  return {
    kind: `retention ${retention.name}`,
    everyMs: hour,
    batch: (now) => deleteExpired(db, retention, now),
  };
}

const keptDays = 14;

export const deadJobs: Retention = {
  name: 'dead jobs',
  table: 'jobs',
  keys: ['kind', 'key'],
  age: sql`died_at`,
  expired: (now) => sql`died_at < ${now - keptDays * day}`,
  index: 'jobs_dead',
};
