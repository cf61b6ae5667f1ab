import type { Transaction } from 'kysely';
import type { Engine } from './connection.ts';
import type { Database } from './schema.ts';

export type Migration = WholeMigration | SteppedMigration;

/** One of the migrations from before there were steps: all of it in one transaction. New ones have steps. */
export interface WholeMigration {
  /** Stored in the database: never rename a migration that has shipped. */
  name: string;
  up: Work<void>;
}

export interface SteppedMigration {
  /**
   * As above. One that contracts is named after the migration that it completes: `045-contract-of-040-jobs`. Programs of an
   * older version read it in the database (newer-migrations.ts).
   */
  name: string;
  /**
   * `expand` only adds, so that the version before works beside it. `contract` removes what no version since its `expand`
   * reads or writes; it ships at least one release later.
   */
  phase: 'expand' | 'contract';
  /** Each is committed before the next begins; a start that was interrupted goes on behind the last committed one. */
  steps: readonly Step[];
}

/** The name of a step is stored, too, until its migration is complete. */
export type Step = { name: string } & (ShortStep | FillStep | IndexStep);

/**
 * Changes of tables that take no time, one table a step: in PostgreSQL every other call on that table waits until the
 * step has its lock. It is tried again while a long read holds the table.
 */
interface ShortStep {
  run: Work<void>;
}

/** Changes many rows, a batch in each transaction. */
interface FillStep {
  /** Changes the rows behind `after`, '' for the first. Returns the last one's key, or undefined when none is left. */
  fill(trx: Transaction<Database>, engine: Engine, after: string): Promise<string | undefined>;
}

/** An index with the name of the step. PostgreSQL builds it while others read and write the table. */
interface IndexStep {
  /** The part of the statement after the name of the index: `on requests (from_id) where withdrawn = 1`. */
  index: string;
  isUnique?: true;
}

type Work<Result> = (trx: Transaction<Database>, engine: Engine) => Promise<Result>;
