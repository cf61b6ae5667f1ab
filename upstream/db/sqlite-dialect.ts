import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type SqliteDatabase, SqliteDialect } from 'kysely';

const cachedStatements = 300;

/** Kysely's SQLite dialect over node:sqlite: one connection per process, WAL, and a commit that is on the disk. */
export function createSqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file);
  try {
    // synchronous=FULL: an answered write survives a power cut, not only a crash of the process.
    database.exec(`
      PRAGMA busy_timeout = 10000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -65536;
      PRAGMA mmap_size = 1073741824;
    `);
    // Proves at start that the file can be written, rather than at the first sign-up.
    database.exec('BEGIN IMMEDIATE; ROLLBACK;');
  } catch (error) {
    database.close();
    throw error;
  }
  return new SqliteDialect({ database: adapt(database) });
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      // A deferred transaction that reads and then writes fails at once when another process wrote in between;
      // an immediate one waits its turn.
      const statement = adaptStatement(database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      if (cache.size >= cachedStatements) cache.delete(cache.keys().next().value ?? '');
      cache.set(sql, statement);
      return statement;
    },
    close() {
      cache.clear();
      database.close();
    },
  };
}

function adaptStatement(statement: StatementSync): ReturnType<SqliteDatabase['prepare']> {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
