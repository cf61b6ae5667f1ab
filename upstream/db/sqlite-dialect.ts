import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { createWalSync, type WalSync } from './wal-sync.ts';

const cachedStatements = 300;

interface SqliteOptions {
  sync?: WalSync;
  /** How long a write waits for writes of other processes, and a statement for those of this process before it. */
  patienceMs?: number;
}

/**
 * Kysely's SQLite dialect over node:sqlite, with one connection per process and WAL. Results are returned only after
 * all commits they depend on are on the disk, so an acknowledged write survives a power cut.
 */
export function createSqliteDialect(
  file: string,
  { sync = createWalSync(file), patienceMs = 10_000 }: SqliteOptions = {},
): SqliteDialect {
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
  return new PatientDialect(
    { database: adapt(database, sync) },
    {
      isInTransaction: () => database.isTransaction,
      sync,
      patienceMs,
    },
  );
}

type Config = ConstructorParameters<typeof SqliteDialect>[0];

interface Patience {
  isInTransaction: () => boolean;
  sync: WalSync;
  patienceMs: number;
}

class PatientDialect extends SqliteDialect {
  readonly #config: Config;
  readonly #patience: Patience;

  constructor(config: Config, patience: Patience) {
    super(config);
    this.#config = config;
    this.#patience = patience;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config, this.#patience);
  }

  override createAdapter(): DialectAdapter {
    return new PatientAdapter();
  }
}

class PatientAdapter extends SqliteAdapter {
  /** The driver queues transactions itself, so Kysely must not wait for the connection. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** Kysely's own adapter says no, but SQLite does roll back tables: a migration that was killed leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Waits without blocking the process: for other processes' writes and for the disk. */
class PatientDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  readonly #sync: WalSync;
  readonly #patienceMs: number;
  readonly #turns: Turns;

  constructor(config: Config, { isInTransaction, sync, patienceMs }: Patience) {
    super(config);
    this.#isInTransaction = isInTransaction;
    this.#sync = sync;
    this.#patienceMs = patienceMs;
    this.#turns = new Turns(patienceMs);
  }

  /** On a full disk SQLite has rolled back already; a second ROLLBACK would throw and hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query), this.#patienceMs),
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

interface Waiting {
  since: number;
  start(): void;
  fail(error: Error): void;
}

/**
 * A first-in, first-out mutex. Its holder waits for another process at most `patienceMs`; statements that have waited that
 * long behind it fail together, so that their waits do not add up.
 */
class Turns {
  readonly #patienceMs: number;
  readonly #waiting: Waiting[] = [];
  #isTaken = false;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  async take(): Promise<void> {
    if (this.#isTaken)
      await new Promise<void>((start, fail) => this.#waiting.push({ since: performance.now(), start, fail }));
    this.#isTaken = true;
  }

  give(): void {
    const isLate = ({ since }: Waiting) => performance.now() - since >= this.#patienceMs;
    let next = this.#waiting.shift();
    for (; next !== undefined && isLate(next); next = this.#waiting.shift())
      next.fail(Object.assign(new Error('database is locked'), { errcode: busy }));
    if (next === undefined) this.#isTaken = false;
    else next.start();
  }
}

async function whenFree<Result>(run: () => Promise<Result>, patienceMs: number): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(wait * (0.5 + Math.random()));
    }
  }
}

/** SQLITE_BUSY */
const busy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === busy;
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
