import { type Window, Windows } from '#platform/limits/windows.ts';

/** The outcome of spending points. */
export interface Spent {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetMs: number;
  /** The first refusal of this key in this window: the moment for one line in the log. */
  readonly startsRefusing: boolean;
}

interface SpentWindow extends Window {
  spent: number;
}

/** A window of a hashed key costs about 200 bytes: 10 MB at most for each budget, whatever keys an attacker makes up. */
const mostKeys = 50_000;

/**
 * Counts points by key in windows of a fixed length, in this process and synchronously. rate-limiter-flexible would make a
 * promise for each point and a timer for each key, and nearly all calls are reads.
 */
export class ProcessCounter {
  readonly #points: number;
  readonly #windowMs: number;
  readonly #windows: Windows<SpentWindow>;

  constructor({ points, seconds }: { points: number; seconds: number }, maxKeys = mostKeys) {
    this.#points = points;
    this.#windowMs = seconds * 1000;
    this.#windows = new Windows(maxKeys);
  }

  get size(): number {
    return this.#windows.size;
  }

  /** `now` is in milliseconds on a clock that only goes forward. */
  spend(key: string, cost = 1, now = performance.now()): Spent {
    const window = this.#windows.open(key, now, (name) => ({ key: name, spent: 0, endsAt: now + this.#windowMs }));
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

  takeBack(key: string, cost = 1, now = performance.now()): void {
    const window = this.#windows.find(key, now);
    if (window !== undefined) window.spent = Math.max(0, window.spent - cost);
  }
}
