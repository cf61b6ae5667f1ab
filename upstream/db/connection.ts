import type { Kysely, Transaction } from 'kysely';
import type { WaitLimits } from './postgres.ts';
import type { Database } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';
/** A database or a transaction: the first argument of every store function. */
export type Db = Kysely<Database>;
/** For store functions whose statements must take effect together or not at all. */
export type Trx = Transaction<Database>;

export interface Connection {
  engine: Engine;
  db: Db;
  /** For health and metrics: apart from the pool, which may be full, and with short bounds. With SQLite the same as `db`. */
  watchDb: Db;
  /** Whether the database answers and takes writes; rejects when it does not answer. */
  canWrite(): Promise<boolean>;
  bytes(): Promise<number>;
  /** How full PostgreSQL's pool of connections is; SQLite has none. */
  poolUse?(): PoolUse;
  /** For work whose statements take as long as they need, as migrations do: on two connections of its own. */
  withoutQueryLimit<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** How full the pool is: `used` connections run something, `waiting` calls have none yet. */
export interface PoolUse {
  readonly open: number;
  readonly used: number;
  readonly waiting: number;
}

/** One that is finished. */
export interface Statement {
  /** With placeholders, never with values. */
  readonly sql: string;
  readonly ms: number;
  readonly hasFailed: boolean;
}

export interface ConnectOptions {
  /** How many connections to PostgreSQL are open at most. */
  poolSize?: number;
  /** For the metrics. */
  onStatement?: ((statement: Statement) => void) | undefined;
  /** Called with the reason when a connection to PostgreSQL was lost. */
  onTrouble?: (error: unknown) => void;
  /** How long PostgreSQL may take; tests shorten it. */
  limits?: WaitLimits;
}
