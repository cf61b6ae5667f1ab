import pg from 'pg';

/** How long one thing may take with PostgreSQL. docs/operations.md names the waits of both programs. */
export interface WaitLimits {
  /** From sending a statement to its end. Longer than the role's statement_timeout (role-guards.ts). 0: no bound. */
  readonly queryMs: number;
  /** Until a connection of the pool is free. */
  readonly acquireMs: number;
  /** Until a new connection may be used. */
  readonly connectMs: number;
  /** How long one server may take to say whether it takes writes: to connect, and to answer. */
  readonly askMs: number;
}

export const usualLimits: WaitLimits = { queryMs: 12_000, acquireMs: 5000, connectMs: 5000, askMs: 1500 };

/** How long a server has to close a connection that is no longer needed. */
const endMs = 1000;

/** Linux asks an idle peer after this time, and then ten times, a second apart: a machine without power is seen in 15 s. */
const keepAliveMs = 5000;

/**
 * A connection of which no query can wait for ever. node-postgres' own `query_timeout` answers the caller only: the
 * connection stays in the pool, waits for the same answer, and every later query on it waits, too. Here the socket is
 * destroyed, so that the pool removes the connection.
 */
export class BoundedClient extends pg.Client {
  readonly #queryMs: number;

  constructor(config: pg.ClientConfig & { queryMs: number }) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs });
    this.#queryMs = config.queryMs;
    // A connection may break while nothing listens for its errors. The next statement on it fails.
    this.on('error', () => {});
  }

  // Kysely and this program call it with a text and parameters only, and wait for the promise.
  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    if (this.#queryMs > 0 && answer instanceof Promise) {
      const timer = setTimeout(() => this.abandon(), this.#queryMs);
      const stop = () => clearTimeout(timer);
      answer.then(stop, stop);
    }
    return answer as never;
  }

  override end(callback?: (error: Error) => void): never {
    const timer = setTimeout(() => this.connection.stream.destroy(), endMs).unref();
    this.once('end', () => clearTimeout(timer));
    return (callback === undefined ? super.end() : super.end(callback)) as never;
  }

  /** Ends the connection at once, and every query on it with an error. */
  abandon(): void {
    this.connection.stream.destroy(new NoAnswer());
  }
}

/** PostgreSQL said nothing for too long. */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL does not answer');
  }
}
