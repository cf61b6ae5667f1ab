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

/** Counts by key, in this process, in the primary process or in Redis: see the makers below. */
export interface Counter {
  readonly rule: CounterRule;
  readonly add: (key: string) => Promise<Count>;
  readonly takeBack: (key: string) => Promise<void>;
  readonly forget: (key: string) => Promise<void>;
  /** No more for this key until so many seconds have passed. */
  readonly block: (key: string, seconds: number) => Promise<void>;
}

export type CounterMaker = (rule: CounterRule) => Counter;

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'delete' | 'block'>;

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
 * Counts in Redis, for every instance with the same prefix; in this process while Redis is away. The client must be
 * connected or connecting.
 */
export function redisCounters(client: unknown, prefix: string): CounterMaker {
  return (rule) => {
    const insuranceLimiter = new RateLimiterMemory(options(rule));
    const keyPrefix = `${prefix}:limit:${rule.name}`;
    return createCounter(
      rule,
      new RateLimiterRedis({
        ...options(rule),
        keyPrefix,
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
    async add(key) {
      touch(key);
      try {
        return toCount(await limiter.consume(key), rule);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toCount(refusal, rule);
        // The counter itself is broken: people must still be able to log in.
        return { allowed: true, remaining: rule.points, resetMs: 0, startsRefusing: false };
      }
    },
    takeBack: (key) => settle(limiter.reward(key)),
    forget: (key) => settle(limiter.delete(key)),
    block: (key, seconds) => settle(limiter.block(key, seconds)),
  };
}

function toCount({ consumedPoints, remainingPoints, msBeforeNext }: RateLimiterRes, { points }: CounterRule): Count {
  return {
    allowed: consumedPoints <= points,
    remaining: remainingPoints,
    resetMs: Math.max(msBeforeNext, 0),
    startsRefusing: consumedPoints === points + 1,
  };
}

async function settle(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
