const sweepMs = 60_000;

export interface Window {
  /** The key under which its points are counted. */
  readonly key: string;
  /** In milliseconds on a clock that only goes forward. */
  endsAt: number;
}

/** Counts for all keys that came when there was no room for a window of their own. */
const overflowKey = 'overflow';

/**
 * The windows of a counter, by key, bounded. A live window is never evicted, because that would give its owner new
 * points: keys that come when it is full share one window, so that made-up keys use up each other's points.
 */
export class Windows<Kept extends Window> {
  readonly #most: number;
  readonly #windows = new Map<string, Kept>();
  #overflow: Kept | undefined;
  /** When the first window ends of those that the last sweep found. */
  #nextEnd = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#windows.size + (this.#overflow === undefined ? 0 : 1);
  }

  /** The live window of the key, or the shared one where the key has none. */
  find(key: string, now: number): Kept | undefined {
    return live(this.#windows.get(key), now) ?? live(this.#overflow, now);
  }

  /** The live window of the key, made where it has none. */
  open(key: string, now: number, make: (key: string) => Kept): Kept {
    const before = this.#windows.get(key);
    if (before !== undefined && before.endsAt > now) return before;
    if (before === undefined && this.#windows.size >= this.#most && now >= this.#nextEnd) this.#sweep(now);
    this.#timer ??= setInterval(() => this.#sweep(performance.now()), sweepMs).unref();
    if (before === undefined && this.#windows.size >= this.#most) {
      this.#overflow = live(this.#overflow, now) ?? make(overflowKey);
      return this.#overflow;
    }
    const window = make(key);
    this.#windows.set(key, window);
    return window;
  }

  delete(key: string): void {
    this.#windows.delete(key);
  }

  #sweep(now: number): void {
    this.#nextEnd = Number.POSITIVE_INFINITY;
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt <= now) this.#windows.delete(key);
      else this.#nextEnd = Math.min(this.#nextEnd, endsAt);
    }
    this.#overflow = live(this.#overflow, now);
    if (this.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function live<Kept extends Window>(window: Kept | undefined, now: number): Kept | undefined {
  return window !== undefined && window.endsAt > now ? window : undefined;
}
