import { BoundedClient, usualLimits } from './bounded-client.ts';

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

  constructor(urls: readonly string[], canWrite = (url: string) => asksToWrite(url)) {
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

  /** Asks all servers and moves to the first of the list that takes writes; false when none does. */
  find(): Promise<boolean> {
    if (performance.now() < this.#nobodyUntil) return Promise.resolve(false);
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  async #search(): Promise<boolean> {
    // All at once: a silent server in front of the list must not hold up the answer of the next one.
    const answers = this.#urls.map((url) => this.#canWrite(url).catch(() => false));
    for (const [i, answer] of answers.entries()) {
      if (!(await answer)) continue;
      if (i !== this.#current) this.forget();
      this.#current = i;
      return true;
    }
    this.#nobodyUntil = performance.now() + searchAgainAfterMs;
    return false;
  }
}

/** Asks over a connection of its own, because those of the pool may be taken or hang. */
export async function asksToWrite(url: string, askMs = usualLimits.askMs): Promise<boolean> {
  const client = new BoundedClient({
    connectionString: url,
    connectionTimeoutMillis: askMs,
    queryMs: askMs,
    application_name: 'dotcode',
  });
  try {
    await client.connect();
    const { rows } = (await client.query(canWriteSql)) as { rows: { writable: boolean }[] };
    return rows[0]?.writable === true;
  } finally {
    void Promise.resolve(client.end()).catch(() => {});
  }
}
