import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseConnection, type Driver, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely';

const cachedStatements = 300;
/** How long a write waits for the writes of other processes. */
const patienceMs = 10_000;

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
    // From here on waiting is ours to do: SQLite's own would hold up the whole process.
    database.exec('PRAGMA busy_timeout = 0');
  } catch (error) {
    database.close();
    throw error;
  }
  return new PatientDialect({ database: adapt(database) }, () => database.isTransaction);
}

type Config = ConstructorParameters<typeof SqliteDialect>[0];

class PatientDialect extends SqliteDialect {
  readonly #config: Config;
  readonly #isInTransaction: () => boolean;

  constructor(config: Config, isInTransaction: () => boolean) {
    super(config);
    this.#config = config;
    this.#isInTransaction = isInTransaction;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config, this.#isInTransaction);
  }
}

/** Waits without blocking while another process writes. */
class PatientDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;

  constructor(config: Config, isInTransaction: () => boolean) {
    super(config);
    this.#isInTransaction = isInTransaction;
  }

  /** On a full disk SQLite has rolled back by itself; to say so again would hide what really failed. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }
}

async function whenFree<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + patienceMs;
  for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await sleep(wait * (0.5 + Math.random()));
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5;
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
