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
import { LRUCache } from 'lru-cache';
import { createWalSync, type WalSync } from './wal-sync.ts';

const cachedStatements = 300;
/** How long a write waits for writes of other processes. */
const patienceMs = 10_000;

/**
 * Kysely's SQLite dialect over node:sqlite, with one connection per process and WAL. Results are returned only after
 * all commits they depend on are on the disk, so an acknowledged write survives a power cut.
 */
export function createSqliteDialect(file: string, sync: WalSync = createWalSync(file)): SqliteDialect {
  const database = new DatabaseSync(file);
  try {
    // A checkpoint blocks the process. A larger interval than the default makes checkpoints rarer, and a page that
    // changes often is copied once instead of many times.
    database.exec(`
      PRAGMA busy_timeout = 10000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 4000;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -65536;
      PRAGMA mmap_size = 1073741824;
    `);
    // Fails at start when the file cannot be written, rather than at the first sign-up.
    database.exec('BEGIN IMMEDIATE; ROLLBACK;');
    // From here on `PatientDriver` waits; SQLite's own busy handler would block the whole process.
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

  /** The driver queues transactions itself, so Kysely must not wait for the connection. */
  override createAdapter(): DialectAdapter {
    return Object.defineProperty(super.createAdapter(), 'supportsMultipleConnections', { value: true });
  }
}

/** Waits without blocking the process: for other processes' writes and for the disk. */
class PatientDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  readonly #sync: WalSync;
  readonly #turns = new Turns();

  constructor(config: Config, isInTransaction: () => boolean, sync: WalSync) {
    super(config);
    this.#isInTransaction = isInTransaction;
    this.#sync = sync;
  }

  /** On a full disk SQLite has rolled back already; a second ROLLBACK would throw and hide the first error. */
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

  /**
   * Frees the connection before the flush: the next transaction runs while the disk works. The caller sees the result
   * only after the flush.
   */
  override async releaseConnection(): Promise<void> {
    this.#turns.give();
    await this.#sync.settled();
  }

  override async destroy(): Promise<void> {
    await this.#sync.close();
    await super.destroy();
  }
}

/** A first-in, first-out mutex. */
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
  const cache = new LRUCache<string, ReturnType<SqliteDatabase['prepare']>>({ max: cachedStatements });
  return {
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      // A deferred transaction that reads and then writes fails at once when another process wrote in between; an
      // immediate one waits for the lock.
      const prepared = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      const statement = adaptStatement(prepared, changesNothing.test(sql) ? () => {} : sync.written);
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
