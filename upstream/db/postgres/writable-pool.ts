import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg, { type CustomTypesConfig } from 'pg';
import type { Servers } from './servers.ts';

/** How full the pool is: `used` connections run something, `waiting` calls have none yet. */
export interface PoolUse {
  readonly open: number;
  readonly used: number;
  readonly waiting: number;
}

const types: CustomTypesConfig = {
  // Counts and milliseconds are far below 2^53: numbers, as SQLite gives them.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * A pool of connections to the server that takes writes. No startup parameter but `application_name` is sent, because
 * PgBouncer refuses the others; the time limits of statements belong to the role (see role-guards.ts).
 */
export class WritablePool implements PostgresPool {
  readonly #servers: Servers;
  readonly #pool: pg.Pool;
  readonly #generationOf = new WeakMap<object, number>();

  /** `onTrouble` is told why a connection was lost or could not be made. */
  constructor(servers: Servers, size: number, onTrouble: (error: unknown) => void) {
    this.#servers = servers;
    const generationOf = this.#generationOf;
    const ofCurrentServer = class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, connectionString: servers.current });
        generationOf.set(this, servers.generation);
      }
    };
    this.#pool = new pg.Pool({
      max: size,
      types,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'dotcode',
      Client: ofCurrentServer,
    });
    // Without these listeners the loss of a connection would end the process. The next statement on it fails, or the
    // pool opens another.
    this.#pool.on('error', onTrouble);
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get options(): object {
    return this.#pool.options;
  }

  get use(): PoolUse {
    const { totalCount: open, idleCount, waitingCount: waiting } = this.#pool;
    return { open, used: open - idleCount, waiting };
  }

  async connect(): Promise<PostgresPoolClient> {
    for (let hasMoved = false; ; ) {
      try {
        const client = await this.#pool.connect();
        if (this.#generationOf.get(client) === this.#servers.generation) return client as PostgresPoolClient;
        client.release(true);
      } catch (error) {
        if (this.#servers.count === 1 || hasMoved || isPoolFull(error) || !(await this.#servers.find())) throw error;
        hasMoved = true;
      }
    }
  }

  /** Call it when the server refuses writes: closes the open connections and looks for another server. */
  async leaveServer(): Promise<void> {
    this.#servers.forget();
    if (this.#servers.count > 1) await this.#servers.find();
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * A caller waited in vain for a free connection: the pool is too small, which does not mean that the server is gone.
 */
function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
