import { RateLimiterCluster, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

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
 * Counts points by key, in windows that begin with a key's first point: in this process, in the primary process or in
 * Redis, see the makers below.
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
  return (rule) => createCounter(rule, new RateLimiterMemory(options(rule)), maxKeys);
}

/** Counts in the primary process, for all its workers. */
export function clusterCounters(maxKeys = mostKeys): CounterMaker {
  return (rule) => createCounter(rule, new RateLimiterCluster({ ...options(rule), timeoutMs: 2000 }), maxKeys);
}

/**
 * Counts in Redis, for every instance with the same `keyPrefix`; in this process while Redis does not answer. The client
 * must be connected or connecting.
 */
export function redisCounters(client: unknown, keyPrefix: string): CounterMaker {
  return (rule) => {
    const insuranceLimiter = new RateLimiterMemory(options(rule));
    return createCounter(
      rule,
      new RateLimiterRedis({
        ...options(rule),
        keyPrefix: `${keyPrefix}:${rule.name}`,
        storeClient: client,
        useRedisPackage: true,
        insuranceLimiter,
      }),
      mostKeys,
      // Keys in Redis expire; deleting a key that only this instance has not seen for long would help an attacker.
      insuranceLimiter,
    );
  };
}

function options({ name, points, seconds }: CounterRule) {
  return { keyPrefix: name, points, duration: seconds };
}

function createCounter(rule: CounterRule, limiter: Limiter, maxKeys: number, evictFrom: Limiter = limiter): Counter {
  const seen = new Set<string>();
  /**
   * The limiter computes the rest of a window by the machine's clock, which may be set back; the window itself ends by a
   * timer. No wait is longer than this.
   */
  let longestMs = rule.seconds * 1000;
  /** Keeps the keys used last; the longest unused is forgotten for a new one. */
  const touch = (key: string): void => {
    if (!seen.delete(key) && seen.size >= maxKeys) {
      const [oldest] = seen;
      if (oldest !== undefined) {
        seen.delete(oldest);
        void evictFrom.delete(oldest);
      }
    }
    seen.add(key);
  };
  return {
    rule,
    async add(key, cost = 1) {
      touch(key);
      try {
        return toCount(await limiter.consume(key, cost), rule, cost, longestMs);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toCount(refusal, rule, cost, longestMs);
        // The counter itself is broken: people must still be able to sign in.
        return { allowed: true, remaining: rule.points, resetMs: 0, startsRefusing: false };
      }
    },
    takeBack: (key, cost = 1) => settle(limiter.reward(key, cost)),
    used: (key) =>
      limiter.get(key).then(
        (state) => state?.consumedPoints ?? 0,
        () => 0,
      ),
    forget: (key) => settle(limiter.delete(key)),
    block: (key, seconds) => {
      longestMs = Math.max(longestMs, seconds * 1000);
      return settle(limiter.block(key, seconds));
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
