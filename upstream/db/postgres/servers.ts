import pg from 'pg';

/** How long one server may take to say whether it can be written. */
const askTimeoutMs = 1500;
/** How long callers are answered that no server takes writes, before the servers are asked again. */
const searchAgainAfterMs = 500;

/** One URL for each server that a PostgreSQL URL lists: `postgres://user@one:5432,two:5432/name` has two. */
export function serversOf(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = /^([^:]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => scheme + user + host + rest);
}

/** The SQL whose one row tells a standby, or a server that was switched to reading, from one that takes writes. */
export const canWriteSql =
  "select not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean) as writable";

/**
 * The servers of DATABASE_URL, and which of them new connections go to. `generation` changes with every move, and when
 * the current server stops taking writes: connections made before that are to be closed.
 */
export class Servers {
  readonly #urls: readonly string[];
  readonly #canWrite: (url: string) => Promise<boolean>;
  #current = 0;
  #generation = 0;
  #searching: Promise<boolean> | undefined;
  #nobodyUntil = 0;

  constructor(urls: readonly string[], canWrite = asksToWrite) {
    this.#urls = urls;
    this.#canWrite = canWrite;
  }

  get current(): string {
    return this.#urls[this.#current] ?? '';
  }

  get count(): number {
    return this.#urls.length;
  }

  get generation(): number {
    return this.#generation;
  }

  /**
   * Closes the connections made so far at their next use. Even a single host name may lead to another server by then.
   */
  forget(): void {
    this.#generation += 1;
  }

  /** Asks each server in the order of the list and moves to the first that takes writes; false when none does. */
  find(): Promise<boolean> {
    if (performance.now() < this.#nobodyUntil) return Promise.resolve(false);
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  async #search(): Promise<boolean> {
    for (const [i, url] of this.#urls.entries()) {
      if (!(await this.#canWrite(url).catch(() => false))) continue;
      if (i !== this.#current) this.forget();
      this.#current = i;
      return true;
    }
    this.#nobodyUntil = performance.now() + searchAgainAfterMs;
    return false;
  }
}

async function asksToWrite(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: askTimeoutMs,
    query_timeout: askTimeoutMs,
    application_name: 'dotcode',
  });
  // The connection may break after its answer.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ writable: boolean }>(canWriteSql);
    return rows[0]?.writable === true;
  } finally {
    void client.end().catch(() => {});
  }
}
