import { LRUCache } from 'lru-cache';

interface Known {
  /** Whether the upstream was asked whose the session is; otherwise it has only shown that it is valid. */
  readonly isAsked: boolean;
  readonly account: string | undefined;
}

/** How long one answer of the upstream is believed. */
const believedMs = 300_000;
/** About 20 MB at the very most. A session that the upstream has not confirmed takes no place. */
const mostSessions = 50_000;

/** The sessions that the upstream has lately shown to be valid, by the hash of their cookie. */
export class ValidSessions {
  readonly #known = new LRUCache<string, Known>({ max: mostSessions, ttl: believedMs });

  find(sessionHash: string): Known | undefined {
    return this.#known.get(sessionHash);
  }

  /** The upstream has shown that the session is valid. */
  see(sessionHash: string): void {
    const { isAsked = false, account } = this.#known.get(sessionHash) ?? {};
    this.#known.set(sessionHash, { isAsked, account });
  }

  /** The upstream has named the account of the session, if it names any. */
  learn(sessionHash: string, account: string | undefined): void {
    this.#known.set(sessionHash, { isAsked: true, account });
  }

  forget(sessionHash: string): void {
    this.#known.delete(sessionHash);
  }
}
