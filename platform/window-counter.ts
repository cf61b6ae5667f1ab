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
  /** On the clock of `performance.now()`, in milliseconds. */
  endsAt: number;
}

/** A window of a hashed key costs about 200 bytes: 10 MB at most for each budget, whatever keys an attacker makes up. */
const mostKeys = 50_000;
const sweepMs = 60_000;

/**
 * Counts points by key in windows that begin with a key's first point, in this process and synchronously. A live window is
 * never evicted, because that would give its owner new points: keys that come when it is full share one window.
 */
export class WindowCounter {
  readonly #points: number;
  readonly #windowMs: number;
  readonly #mostKeys: number;
  readonly #windows = new Map<string, Window>();
  #overflow: Window = { spent: 0, endsAt: 0 };
  #sweptAt = 0;

  constructor({ points, seconds }: { points: number; seconds: number }, maxKeys = mostKeys) {
    this.#points = points;
    this.#windowMs = seconds * 1000;
    this.#mostKeys = maxKeys;
  }

  get size(): number {
    return this.#windows.size;
  }

  spend(key: string, cost = 1): Spent {
    const now = performance.now();
    const window = this.#open(key, now);
    const before = window.spent;
    window.spent += cost;
    const remaining = this.#points - window.spent;
    return {
      allowed: remaining >= 0,
      remaining: Math.max(0, remaining),
      resetMs: window.endsAt - now,
      startsRefusing: remaining < 0 && before <= this.#points,
    };
  }

  takeBack(key: string, cost = 1): void {
    const window = this.#live(key);
    if (window !== undefined) window.spent = Math.max(0, window.spent - cost);
  }

  /** How many points the key has spent in its window. */
  used(key: string): number {
    return this.#live(key)?.spent ?? 0;
  }

  /** Nothing more for this key until so many seconds have passed; then a new window begins. */
  block(key: string, seconds: number): void {
    const now = performance.now();
    const window = this.#open(key, now);
    window.spent = this.#points + 1;
    window.endsAt = now + seconds * 1000;
  }

  forget(key: string): void {
    this.#windows.delete(key);
  }

  /** The window that counts for the key; undefined where none is live. */
  #live(key: string): Window | undefined {
    const window = this.#windows.get(key) ?? this.#overflow;
    return window.endsAt > performance.now() ? window : undefined;
  }

  #open(key: string, now: number): Window {
    const before = this.#windows.get(key);
    if (before !== undefined && before.endsAt > now) return before;
    if (now - this.#sweptAt >= sweepMs || (before === undefined && this.#windows.size >= this.#mostKeys))
      this.#sweep(now);
    const fresh = { spent: 0, endsAt: now + this.#windowMs };
    if (before === undefined && this.#windows.size >= this.#mostKeys) {
      if (this.#overflow.endsAt <= now) this.#overflow = fresh;
      return this.#overflow;
    }
    this.#windows.set(key, fresh);
    return fresh;
  }

  /** At most once a second while it is full: a sweep looks at every window. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < 1000) return;
    this.#sweptAt = now;
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
  }
}
