import { hashed } from './keys.ts';

interface Known {
  /** Whether the upstream was asked whose the session is; otherwise it has only shown that it is valid. */
  readonly isAsked: boolean;
  readonly account: string | undefined;
  readonly until: number;
}

/** How long one answer of the upstream is believed. */
const believedMs = 300_000;
/** About 20 MB at the very most; strangers add none. */
const mostSessions = 50_000;

/** The sessions that the upstream has lately shown to be valid, by the hash of their cookie. */
export class ValidSessions {
  readonly #known = new Map<string, Known>();

  find(session: string, now = performance.now()): Known | undefined {
    const known = this.#known.get(hashed(session));
    return known !== undefined && known.until > now ? known : undefined;
  }

  /** The upstream has shown that the session is valid. */
  see(session: string, now = performance.now()): void {
    const { isAsked = false, account } = this.find(session, now) ?? {};
    this.#set(session, { isAsked, account, until: now + believedMs });
  }

  /** The upstream has named the account of the session, if it names any. */
  learn(session: string, account: string | undefined, now = performance.now()): void {
    this.#set(session, { isAsked: true, account, until: now + believedMs });
  }

  forget(session: string): void {
    this.#known.delete(hashed(session));
  }

  #set(session: string, known: Known): void {
    const key = hashed(session);
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size <= mostSessions) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}
