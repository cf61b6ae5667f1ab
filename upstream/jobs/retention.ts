import { type RawBuilder, sql } from 'kysely';
import { hour } from '#shared/durations.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Database } from '#upstream/db/schema.ts';
import type { BatchTurn } from './turns.ts';

/** Rows that are deleted when they are old. Its texts are parts of SQL, written by us. */
export interface Retention {
  table: keyof Database & string;
  /** The columns of the primary key; `id` without them. */
  keys?: readonly string[];
  /** The time from which a row is kept. The oldest rows come first. */
  age: string;
  keptMs: number;
  /** Rows for which this is false are not deleted. */
  only?: string;
  /**
   * What else keeps a row, checked for the rows of a batch only: within the choice by age it would tempt the planner to read
   * the whole table. At most a few of the oldest rows may be kept by it, or the batches would end before the rows behind them.
   */
  keptWhile?: string;
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
  { table, keys = ['id'], age: written, keptMs, only = 'true', keptWhile = 'false', batch = usualBatch }: Retention,
  now: number,
): RawBuilder<unknown> {
  const [age, columns] = [sql.raw(`(${written})`), sql.raw(keys.join(', '))];
  const isOld = sql`${sql.raw(only)} and ${age} <= ${now - keptMs}`;
  return sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isOld} order by ${age} limit ${sql.lit(batch)}
    ) and ${isOld} and not (${sql.raw(keptWhile)})`;
}

/** Deletes one batch, and answers whether more may be left. */
export async function deleteExpired(db: Db, retention: Retention, now: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await deleteStatement(retention, now).execute(db);
  return numAffectedRows >= BigInt(retention.batch ?? usualBatch);
}

export function retentionTurn(db: Db, name: string, retention: Retention): BatchTurn {
  return {
    kind: `retention ${name}`,
    everyMs: hour,
    batch: (now) => deleteExpired(db, retention, now),
  };
}
