import { type Dialect, Kysely, type LogEvent, sql, type Transaction } from 'kysely';
import { type Query, queries } from '#telemetry/queries.ts';
import type { PoolUse } from './postgres/writable-pool.ts';
import { makePrivateFile } from './private-files.ts';
import type { Database } from './schema.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { reasonOf } from './storage-fault.ts';

export type Engine = 'sqlite' | 'postgres';
/** A database or a transaction: the first argument of every store function. */
export type Db = Kysely<Database>;
/** For store functions whose statements must take effect together or not at all. */
export type Trx = Transaction<Database>;

export interface Connection {
  engine: Engine;
  db: Db;
  /** Whether the database answers and takes writes; rejects when it does not answer. */
  canWrite(): Promise<boolean>;
  /** The size of the database. */
  bytes(): Promise<number>;
  /** Closes every connection at its next use, so that settings of the role made meanwhile take effect. */
  renew(): void;
  /** Of PostgreSQL's pool of connections. */
  poolUse?(): PoolUse;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** How many connections to PostgreSQL are open at most. */
  poolSize?: number;
  /** Told why a connection to PostgreSQL was lost. */
  onTrouble?: (error: unknown) => void;
}

const usualPoolSize = 20;

/**
 * Opens `sqlite:<file>` (made with its folder when missing) or `postgres://…`, which may list several servers. Throws
 * one clear sentence.
 */
export async function connect(databaseUrl: string, options: ConnectOptions = {}): Promise<Connection> {
  if (databaseUrl.startsWith('sqlite:')) return connectSqlite(databaseUrl.slice('sqlite:'.length));
  // Imported only here: with SQLite the driver need not be held in memory.
  const { connectPostgres } = await import('./postgres/connect-postgres.ts');
  const { poolSize = usualPoolSize, onTrouble = () => {} } = options;
  return connectPostgres(databaseUrl, { poolSize, onTrouble }, createDb);
}

function connectSqlite(file: string): Connection {
  try {
    // SQLite gives its log the mode of the database file.
    if (file !== ':memory:') makePrivateFile(file);
    const db = createDb(createSqliteDialect(file));
    return {
      engine: 'sqlite',
      db,
      canWrite: async () => {
        await sql`select 1`.execute(db);
        return true;
      },
      async bytes() {
        const { rows } = await sql<{ bytes: number }>`
          select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db);
        return rows[0]?.bytes ?? 0;
      },
      renew: () => {},
      close: () => db.destroy(),
    };
  } catch (error) {
    throw new Error(`The database file ${file} cannot be opened for writing (DATABASE_URL): ${reasonOf(error)}.`);
  }
}

/** `onError` is given what the engine refused; Kysely measures statements only where there is a listener for them. */
function createDb(dialect: Dialect, onError?: (error: unknown) => void): Db {
  if (!queries.hasSubscribers && onError === undefined) return new Kysely<Database>({ dialect });
  const log = (event: LogEvent): void => {
    if (event.level === 'error') onError?.(event.error);
    if (!queries.hasSubscribers) return;
    queries.publish({
      sql: event.query.sql,
      ms: event.queryDurationMillis,
      ...('error' in event && { error: event.error }),
    } satisfies Query);
  };
  return new Kysely<Database>({ dialect, log });
}
