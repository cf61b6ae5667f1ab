import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

interface CounterRule {
  readonly name: string;
  /** The most that are allowed in `seconds`. */
  readonly points: number;
  readonly seconds: number;
}

export interface Count {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetMs: number;
  /** The first refusal of this key in this window: the moment for one line in the log. */
  readonly startsRefusing: boolean;
}

/**
 * Counts points by key, in windows that begin with a key's first point: in this process or in Redis, see the makers below.
 */
export interface Counter {
  readonly add: (key: string, cost?: number) => Promise<Count>;
  readonly takeBack: (key: string, cost?: number) => Promise<void>;
  /** How many points the key has used in its window; 0 when the counter itself fails. */
  readonly used: (key: string) => Promise<number>;
  /** No more for this key until so many seconds have passed. */
  readonly block: (key: string, seconds: number) => Promise<void>;
}

export type CounterMaker = (rule: CounterRule) => Counter;

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'get' | 'block'>;

/** A key costs about 400 bytes: this is 20 MB at the very most, whatever an attacker makes up. */
const mostKeys = 50_000;

/** Counts in this process. */
export function memoryCounters(maxKeys = mostKeys): CounterMaker {
  return (rule) => createCounter(rule, new RateLimiterMemory(options(rule)), new CountedKeys(rule, maxKeys));
}

/**
 * Counts in Redis, for every instance with the same `keyPrefix`; in this process while Redis does not answer. The client
 * must be connected or connecting.
 */
export function redisCounters(client: unknown, keyPrefix: string): CounterMaker {
  return (rule) => {
    const limiter = new RateLimiterRedis({
      ...options(rule),
      keyPrefix: `${keyPrefix}:${rule.name}`,
      storeClient: client,
      useRedisPackage: true,
      insuranceLimiter: new BoundedMemory(rule),
    });
    // Keys in Redis expire, and its memory is its operator's to bound.
    return createCounter(rule, limiter);
  };
}

/** The keys under which a bounded counter counts. */
class CountedKeys {
  readonly #windows: Windows<Window>;
  readonly #windowMs: number;

  constructor({ seconds }: CounterRule, maxKeys: number) {
    this.#windows = new Windows(maxKeys);
    this.#windowMs = seconds * 1000;
  }

  /** The key to count a new point under. */
  open(key: string): string {
    return this.#open(key).key;
  }

  /** The key whose points are counted, undefined where there are none. */
  find(key: string): string | undefined {
    return this.#windows.find(key, performance.now())?.key;
  }

  block(key: string, seconds: number): string {
    const window = this.#open(key);
    window.endsAt = Math.max(window.endsAt, performance.now() + seconds * 1000);
    return window.key;
  }

  #open(key: string): Window {
    const now = performance.now();
    return this.#windows.open(key, now, (name) => ({ key: name, endsAt: now + this.#windowMs }));
  }
}

/** Counts while Redis is away. */
class BoundedMemory extends RateLimiterMemory {
  readonly #keys: CountedKeys;

  constructor(rule: CounterRule) {
    super(options(rule));
    this.#keys = new CountedKeys(rule, mostKeys);
  }

  override getKey(key: string | number): string {
    return super.getKey(this.#keys.open(String(key)));
  }
}

function options({ name, points, seconds }: CounterRule) {
  return { keyPrefix: name, points, duration: seconds };
}

const anyKey: Pick<CountedKeys, 'open' | 'find' | 'block'> = {
  open: (key) => key,
  find: (key) => key,
  block: (key) => key,
};

function createCounter(rule: CounterRule, limiter: Limiter, keys = anyKey): Counter {
  /**
   * The limiter computes the rest of a window by the machine's clock, which may be set back; the window itself ends by a
   * timer. No wait is longer than this.
   */
  let longestMs = rule.seconds * 1000;
  return {
    async add(key, cost = 1) {
      try {
        return toCount(await limiter.consume(keys.open(key), cost), rule, cost, longestMs);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toCount(refusal, rule, cost, longestMs);
        // The counter itself is broken: people must still be able to sign in.
        return { allowed: true, remaining: rule.points, resetMs: 0, startsRefusing: false };
      }
    },
    async takeBack(key, cost = 1) {
      // Without a live window the limiter would begin one with points to spare.
      const counted = keys.find(key);
      if (counted !== undefined) await settle(limiter.reward(counted, cost));
    },
    async used(key) {
      const counted = keys.find(key);
      if (counted === undefined) return 0;
      return limiter.get(counted).then(
        (state) => state?.consumedPoints ?? 0,
        () => 0,
      );
    },
    block: (key, seconds) => {
      longestMs = Math.max(longestMs, seconds * 1000);
      return settle(limiter.block(keys.block(key, seconds), seconds));
    },
  };
}

function toCount(state: RateLimiterRes, { points }: CounterRule, cost: number, longestMs: number): Count {
  const { consumedPoints, remainingPoints, msBeforeNext } = state;
  const allowed = consumedPoints <= points;
  return {
    allowed,
    remaining: remainingPoints,
    resetMs: Math.min(Math.max(msBeforeNext, 0), longestMs),
    startsRefusing: !allowed && consumedPoints - cost <= points,
  };
}

async function settle(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}

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
