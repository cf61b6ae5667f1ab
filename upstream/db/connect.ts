import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Dialect, Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { type Query, queries } from '#telemetry/queries.ts';
import type { Database } from './schema.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

export type Engine = 'sqlite' | 'postgres';
/** A database or a transaction: the first argument of every store function. */
export type Db = Kysely<Database>;
/** For store functions that must run inside a transaction. */
export type Trx = Transaction<Database>;

export interface Connection {
  engine: Engine;
  db: Db;
  close(): Promise<void>;
}

/**
 * Opens `sqlite:<file>` (creates the file and its folder) or `postgres://…`. An error's message is one sentence for the
 * operator.
 */
export async function connect(databaseUrl: string): Promise<Connection> {
  return databaseUrl.startsWith('sqlite:')
    ? connectSqlite(databaseUrl.slice('sqlite:'.length))
    : connectPostgres(databaseUrl);
}

function connectSqlite(file: string): Connection {
  try {
    if (file !== ':memory:') makeFolder(dirname(resolve(file)));
    const db = createDb(createSqliteDialect(file));
    return { engine: 'sqlite', db, close: () => db.destroy() };
  } catch (error) {
    throw new Error(`The database file ${file} cannot be opened for writing (DATABASE_URL): ${messageOf(error)}.`);
  }
}

/**
 * Instead of `mkdirSync` with `recursive`, which never returns where the parent refuses children with ENOENT, such as
 * /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder);
}

async function connectPostgres(url: string): Promise<Connection> {
  // Loaded here, so that a process on SQLite does not hold the driver in memory.
  const { default: pg } = await import('pg');
  const types: CustomTypesConfig = {
    // Bigint columns hold counts and milliseconds far below 2^53, so they are parsed as numbers, as with SQLite.
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    types,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'dotcode',
  });
  // The pool replaces an idle connection that fails; without a listener, the `error` event would end the process.
  pool.on('error', () => {});
  // The same for a connection in use that fails between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new Error(`The PostgreSQL server of DATABASE_URL does not answer: ${messageOf(error)}.`);
  }
  const db = createDb(new PostgresDialect({ pool }));
  return { engine: 'postgres', db, close: () => db.destroy() };
}

/** Kysely measures every statement once it has a logger, so it gets one only while queries are traced. */
function createDb(dialect: Dialect): Db {
  if (!queries.hasSubscribers) return new Kysely<Database>({ dialect });
  return new Kysely<Database>({
    dialect,
    log: ({ query, queryDurationMillis, ...event }) =>
      queries.publish({
        sql: query.sql,
        ms: queryDurationMillis,
        ...('error' in event && { error: event.error }),
      } satisfies Query),
  });
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
