import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { createWalSync, type WalSync } from './wal-sync.ts';

const cachedStatements = 300;
/** How long a write waits for the writes of other processes. */
const patienceMs = 10_000;

/**
 * Kysely's SQLite dialect over node:sqlite: one connection per process, WAL, and nothing is answered before it is on
 * the disk: an answered write survives a power cut, not only a crash of the process.
 */
export function createSqliteDialect(file: string, sync: WalSync = createWalSync(file)): SqliteDialect {
  const database = new DatabaseSync(file);
  try {
    // A checkpoint does hold up the process: it comes more rarely than it would by default, and finds more pages twice.
    database.exec(`
      PRAGMA busy_timeout = 10000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 4000;
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
  return new PatientDialect({ database: adapt(database, sync) }, () => database.isTransaction, sync);
}

type Config = ConstructorParameters<typeof SqliteDialect>[0];

class PatientDialect extends SqliteDialect {
  readonly #config: Config;
  readonly #isInTransaction: () => boolean;
  readonly #sync: WalSync;

  constructor(config: Config, isInTransaction: () => boolean, sync: WalSync) {
    super(config);
    this.#config = config;
    this.#isInTransaction = isInTransaction;
    this.#sync = sync;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config, this.#isInTransaction, this.#sync);
  }

  /** There is one connection, and the driver sees to its turns itself. */
  override createAdapter(): DialectAdapter {
    return Object.defineProperty(super.createAdapter(), 'supportsMultipleConnections', { value: true });
  }
}

/** Waits without blocking: while another process writes, and while the disk does. */
class PatientDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  readonly #sync: WalSync;
  readonly #turns = new Turns();

  constructor(config: Config, isInTransaction: () => boolean, sync: WalSync) {
    super(config);
    this.#isInTransaction = isInTransaction;
    this.#sync = sync;
  }

  /** On a full disk SQLite has rolled back by itself; to say so again would hide what really failed. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  /** The next may begin while the disk works; what was read or written is known outside only when it is there. */
  override async releaseConnection(): Promise<void> {
    this.#turns.give();
    await this.#sync.settled();
  }

  override async destroy(): Promise<void> {
    await this.#sync.close();
    await super.destroy();
  }
}

/** One at a time, in the order of asking. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
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

const changesNothing = /^\s*(select|explain|pragma|begin|commit|rollback|savepoint|release)\b/i;

function adapt(database: DatabaseSync, sync: WalSync): SqliteDatabase {
  const cache = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      // A deferred transaction that reads and then writes fails at once when another process wrote in between;
      // an immediate one waits its turn.
      const prepared = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      const statement = adaptStatement(prepared, changesNothing.test(sql) ? () => {} : sync.written);
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

function adaptStatement(statement: StatementSync, onRun: () => void): ReturnType<SqliteDatabase['prepare']> {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => {
      onRun();
      return statement.all(...(parameters as SQLInputValue[]));
    },
    run: (parameters) => {
      onRun();
      return statement.run(...(parameters as SQLInputValue[]));
    },
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
