import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Window, Windows } from './windows.ts';

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
  readonly rule: CounterRule;
  readonly add: (key: string, cost?: number) => Promise<Count>;
  readonly takeBack: (key: string, cost?: number) => Promise<void>;
  /** How many points the key has used in its window; 0 when the counter itself fails. */
  readonly used: (key: string) => Promise<number>;
  readonly forget: (key: string) => Promise<void>;
  /** No more for this key until so many seconds have passed. */
  readonly block: (key: string, seconds: number) => Promise<void>;
}

export type CounterMaker = (rule: CounterRule) => Counter;

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'get' | 'delete' | 'block'>;

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

  forget(key: string): void {
    this.#windows.delete(key);
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

const anyKey: Pick<CountedKeys, 'open' | 'find' | 'block' | 'forget'> = {
  open: (key) => key,
  find: (key) => key,
  block: (key) => key,
  forget: () => undefined,
};

function createCounter(rule: CounterRule, limiter: Limiter, keys = anyKey): Counter {
  /**
   * The limiter computes the rest of a window by the machine's clock, which may be set back; the window itself ends by a
   * timer. No wait is longer than this.
   */
  let longestMs = rule.seconds * 1000;
  return {
    rule,
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
    async forget(key) {
      keys.forget(key);
      await settle(limiter.delete(key));
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
