import { type Dialect, PostgresDialect, sql } from 'kysely';
import pg, { type CustomTypesConfig } from 'pg';
import { reasonOf } from '#platform/log/reason.ts';
import type { Connection, ConnectOptions, Db } from './connection.ts';

/** How long one thing may take with PostgreSQL. docs/operations.md names the waits of both programs. */
export interface WaitLimits {
  /** From sending a statement to its end. Longer than `onServer`. */
  readonly queryMs: number;
  /** Until a connection of the pool is free, or a new one is made. */
  readonly connectMs: number;
  /** Both for health and metrics. */
  readonly askMs: number;
}

export const usualLimits: WaitLimits = { queryMs: 12_000, connectMs: 5000, askMs: 1500 };

/** After this time PostgreSQL cancels a statement, and ends a transaction in which nothing happens. */
const onServer = '10s';

/**
 * A connection of which no query can wait for ever. node-postgres' own `query_timeout` answers the caller only: the
 * connection stays in the pool, waits for the same answer, and every later query on it waits, too. Here the socket is
 * destroyed, so that the pool removes the connection.
 */
class BoundedClient extends pg.Client {
  readonly #queryMs: number;

  /** `queryMs` 0: no bound. */
  constructor(config: pg.ClientConfig & { queryMs?: number } = {}) {
    super(config);
    this.#queryMs = config.queryMs ?? 0;
    // A connection may break while nothing listens for its errors. The next statement on it fails.
    this.on('error', () => {});
  }

  // Kysely and this program call it with a text and parameters only, and wait for the promise.
  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    if (this.#queryMs > 0 && answer instanceof Promise) {
      const timer = setTimeout(() => this.connection.stream.destroy(new NoAnswer()), this.#queryMs);
      const stop = () => clearTimeout(timer);
      answer.then(stop, stop);
    }
    return answer as never;
  }
}

/** PostgreSQL said nothing for too long. */
class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL does not answer');
  }
}

const types: CustomTypesConfig = {
  // Counts and milliseconds are far below 2^53: numbers, as SQLite gives them.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** The limits of statements are set by a statement, because PgBouncer refuses them as startup parameters. */
function createPool(url: string, max: number, { queryMs, connectMs }: Pick<WaitLimits, 'queryMs' | 'connectMs'>) {
  const limit = queryMs > 0 ? onServer : '0';
  const options = {
    connectionString: url,
    Client: BoundedClient,
    queryMs,
    max,
    types,
    connectionTimeoutMillis: connectMs,
    application_name: 'dotcode',
    // Linux asks an idle peer after this time, and then ten times, a second apart: a machine without power is seen in 15 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    onConnect: (client: pg.ClientBase) =>
      // Compiling a statement (`jit`) takes longer than any of these statements runs.
      client.query(
        `set statement_timeout = '${limit}'; set idle_in_transaction_session_timeout = '${limit}'; set jit = off`,
      ),
  };
  return new pg.Pool(options);
}

export async function connectPostgres(
  url: string,
  { poolSize, onTrouble, limits }: Required<Omit<ConnectOptions, 'onStatement'>>,
  createDb: (dialect: Dialect) => Db,
): Promise<Connection> {
  const poolOf = (size: number, bounds: Pick<WaitLimits, 'queryMs' | 'connectMs'>) => {
    const made = createPool(url, size, bounds);
    // Without this listener the loss of an idle connection would end the process. The pool opens another.
    made.on('error', onTrouble);
    return made;
  };
  const pool = poolOf(poolSize, limits);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new Error(`The PostgreSQL server of DATABASE_URL does not answer: ${reasonOf(error)}.`);
  }
  const db = createDb(new PostgresDialect({ pool }));
  // Apart from the pool, which may be full.
  const watchPool = poolOf(1, { queryMs: limits.askMs, connectMs: limits.askMs });
  const watchDb = createDb(new PostgresDialect({ pool: watchPool }));
  return {
    engine: 'postgres',
    db,
    watchDb,
    async canWrite() {
      const { rows } = await sql<{ writable: boolean }>`
        select not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean) as writable`.execute(
        watchDb,
      );
      return rows[0]?.writable === true;
    },
    async bytes() {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
        watchDb,
      );
      return rows[0]?.bytes ?? 0;
    },
    poolUse: () => ({ open: pool.totalCount, used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    async withoutQueryLimit(work) {
      const patient = createDb(new PostgresDialect({ pool: poolOf(2, { ...limits, queryMs: 0 }) }));
      try {
        return await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    async close() {
      await Promise.all([db.destroy(), watchDb.destroy()]);
      // Kysely ends the pool of a database only once a statement has run on it.
      await Promise.all([pool, watchPool].filter(({ ending }) => !ending).map((each) => each.end()));
    },
  };
}
