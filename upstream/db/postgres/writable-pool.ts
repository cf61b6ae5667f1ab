import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg, { type CustomTypesConfig } from 'pg';
import { BoundedClient, type WaitLimits } from './bounded-client.ts';
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

/** While the pool is full, the other servers are asked at most once in this time. */
const askWhenFullMs = 500;

/**
 * A pool of connections to the server that takes writes. No startup parameter but `application_name` is sent, because
 * PgBouncer refuses the others; the time limits of statements belong to the role (see role-guards.ts).
 */
export class WritablePool implements PostgresPool {
  readonly #servers: Servers;
  readonly #pool: pg.Pool;
  /** The open connections: to which server, and of which generation. */
  readonly #open = new Map<object, { client: BoundedClient; url: string; generation: number }>();
  #ending: Promise<void> | undefined;
  #askedWhenFull = Number.NEGATIVE_INFINITY;

  /** `onTrouble` is told why a connection was lost or could not be made. */
  constructor(servers: Servers, size: number, limits: WaitLimits, onTrouble: (error: unknown) => void) {
    this.#servers = servers;
    const open = this.#open;
    const ofCurrentServer = class extends BoundedClient {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, queryMs: limits.queryMs, connectionString: servers.current });
        open.set(this, { client: this, url: servers.current, generation: servers.generation });
        this.once('end', () => open.delete(this));
        // The pool's own bound is that of waiting for a free connection.
        const slow = setTimeout(() => this.abandon(), limits.connectMs);
        this.once('connect', () => clearTimeout(slow)).once('end', () => clearTimeout(slow));
      }
    };
    this.#pool = new pg.Pool({
      max: size,
      types,
      connectionTimeoutMillis: limits.acquireMs,
      application_name: 'dotcode',
      Client: ofCurrentServer,
    });
    // Without this listener the loss of an idle connection would end the process. The pool opens another.
    this.#pool.on('error', onTrouble);
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
        if (this.#open.get(client)?.generation === this.#servers.generation) return client as PostgresPoolClient;
        client.release(true);
      } catch (error) {
        if (hasMoved || !(await this.#findAfter(error))) throw error;
        hasMoved = true;
      }
    }
  }

  /** Call it when the server refuses writes or does not answer: renews the connections and looks for another server. */
  async leaveServer(): Promise<void> {
    this.#servers.forget();
    if (this.#servers.count > 1) await this.#move();
  }

  /** Resolves when every connection is closed; the pool's own end does not wait for that. May be called more than once. */
  end(): Promise<void> {
    this.#ending ??= this.#close();
    return this.#ending;
  }

  async #close(): Promise<void> {
    const closed = [...this.#open.values()].map(
      ({ client }) => new Promise<void>((resolve) => client.once('end', resolve)),
    );
    await this.#pool.end();
    await Promise.all(closed);
  }

  /** Whether it is worth trying again after `error`. */
  async #findAfter(error: unknown): Promise<boolean> {
    if (this.#servers.count === 1) return false;
    if (!isPoolFull(error)) return this.#move();
    // A full pool is mostly too much work, but a server that fell silent leaves it full, too: only asking tells.
    const now = performance.now();
    if (now - this.#askedWhenFull < askWhenFullMs) return false;
    this.#askedWhenFull = now;
    const before = this.#servers.current;
    await this.#move();
    return this.#servers.current !== before;
  }

  /** Looks for the server that takes writes. Connections to another one end at once: their queries may hang. */
  async #move(): Promise<boolean> {
    const hasFound = await this.#servers.find();
    for (const { client, url } of this.#open.values()) if (url !== this.#servers.current) client.abandon();
    return hasFound;
  }
}

/** A caller waited in vain for a free connection. */
function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
