import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Dialect, Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { type Query, queries } from '#telemetry/queries.ts';
import type { Database } from './schema.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

export type Engine = 'sqlite' | 'postgres';
/** A database or a transaction in it: what every store function takes first. */
export type Db = Kysely<Database>;
/** What a store function takes that only makes sense together with others, or not at all. */
export type Trx = Transaction<Database>;

export interface Connection {
  engine: Engine;
  db: Db;
  close(): Promise<void>;
}

/** Opens `sqlite:<file>` (made with its folder when missing) or `postgres://…`. Throws one clear sentence. */
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

/** Not mkdir's own `recursive`: that never returns where a parent refuses children with ENOENT, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder);
}

async function connectPostgres(url: string): Promise<Connection> {
  // Only here: SQLite's processes need not hold it in memory.
  const { default: pg } = await import('pg');
  const types: CustomTypesConfig = {
    // Counts and milliseconds are far below 2^53: numbers, as SQLite gives them.
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
  // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that is in use and dies between two statements of a transaction: the next statement fails.
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

/** Kysely measures every statement once it has somebody to tell: only where queries are traced. */
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
