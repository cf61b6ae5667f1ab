/** The outcome of spending points. */
export interface Spent {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetMs: number;
  /** The first refusal of this key in this window: the moment for one line in the log. */
  readonly startsRefusing: boolean;
}

interface Window {
  spent: number;
  endsAt: number;
}

/** A window costs about 150 bytes: 8 MB at most for each budget, whatever keys an attacker makes up. */
const mostKeys = 50_000;

/** Counts points by key in windows of a fixed length, in this process, without waiting for anything. */
export class ProcessCounter {
  readonly #points: number;
  readonly #windowMs: number;
  readonly #mostKeys: number;
  /** In the order in which their windows began, so that the first is the one to evict. */
  readonly #windows = new Map<string, Window>();

  constructor({ points, seconds }: { points: number; seconds: number }, maxKeys = mostKeys) {
    this.#points = points;
    this.#windowMs = seconds * 1000;
    this.#mostKeys = maxKeys;
  }

  /** `now` is in milliseconds on a clock that only goes forward. */
  spend(key: string, cost = 1, now = performance.now()): Spent {
    let window = this.#windows.get(key);
    if (window === undefined || now >= window.endsAt) {
      this.#windows.delete(key);
      if (this.#windows.size >= this.#mostKeys) this.#evict();
      window = { spent: 0, endsAt: now + this.#windowMs };
      this.#windows.set(key, window);
    }
    const before = window.spent;
    window.spent = before + cost;
    const allowed = window.spent <= this.#points;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(this.#points - window.spent)),
      resetMs: window.endsAt - now,
      startsRefusing: !allowed && before <= this.#points,
    };
  }

  #evict(): void {
    const oldest = this.#windows.keys().next();
    if (!oldest.done) this.#windows.delete(oldest.value);
  }
}
