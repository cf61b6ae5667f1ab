import { dirname, resolve } from 'node:path';
import { type Dialect, Kysely, type LogEvent, sql } from 'kysely';
import { makeFolder } from '#platform/config/data-folder.ts';
import { reasonOf } from '#platform/log/reason.ts';
import type { Connection, ConnectOptions, Db, Statement } from './connection.ts';
import type { Database } from './schema.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

const usualPoolSize = 20;

/**
 * Opens `sqlite:<file>` (made with its folder when missing) or `postgres://…`. Throws one clear sentence.
 */
export async function connect(databaseUrl: string, options: ConnectOptions = {}): Promise<Connection> {
  if (databaseUrl.startsWith('sqlite:')) return connectSqlite(databaseUrl.slice('sqlite:'.length), options.onStatement);
  // Imported only here: with SQLite the driver need not be held in memory.
  const { connectPostgres, usualLimits } = await import('./postgres.ts');
  const { poolSize = usualPoolSize, onTrouble = () => {}, limits = usualLimits } = options;
  return connectPostgres(databaseUrl, { poolSize, onTrouble, limits }, (dialect) =>
    createDb(dialect, options.onStatement),
  );
}

function connectSqlite(file: string, onStatement?: (statement: Statement) => void): Connection {
  try {
    if (file !== ':memory:') makeFolder(dirname(resolve(file)));
    const db = createDb(createSqliteDialect(file), onStatement);
    return {
      engine: 'sqlite',
      db,
      watchDb: db,
      canWrite: async () => {
        await sql`select 1`.execute(db);
        return true;
      },
      async bytes() {
        const { rows } = await sql<{ bytes: number }>`
          select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db);
        return rows[0]?.bytes ?? 0;
      },
      withoutQueryLimit: (work) => work(db),
      close: () => db.destroy(),
    };
  } catch (error) {
    throw new Error(`The database file ${file} cannot be opened for writing (DATABASE_URL): ${reasonOf(error)}.`);
  }
}

/** Kysely measures statements only where somebody listens. */
function createDb(dialect: Dialect, onStatement: ((statement: Statement) => void) | undefined): Db {
  if (onStatement === undefined) return new Kysely<Database>({ dialect });
  const log = (event: LogEvent): void =>
    onStatement({ sql: event.query.sql, ms: event.queryDurationMillis, hasFailed: event.level === 'error' });
  return new Kysely<Database>({ dialect, log });
}
