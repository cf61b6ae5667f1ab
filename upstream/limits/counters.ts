import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

interface CounterRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

interface Count {
  readonly allowed: boolean;
  /** The first refusal of this key since its points were used up. */
  readonly isFirstRefusal: boolean;
  readonly left: number;
  readonly resetMs: number;
}

/** Counts points by key, in windows that begin with a key's first point. */
export interface Counter {
  take(key: string, cost: number): Promise<Count>;
  giveBack(key: string, cost: number): Promise<void>;
  used(key: string): Promise<number>;
  /** Leaves the key without points for so many seconds. */
  close(key: string, seconds: number): Promise<void>;
}

export type CounterMaker = (rule: CounterRule) => Counter;

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'get' | 'block' | 'delete'>;

/** A key costs about 400 bytes, so that one budget takes 20 MB at most, whatever an attacker makes up. */
const mostKeys = 50_000;

export function memoryCounters(maxKeys = mostKeys): CounterMaker {
  return (rule) => {
    const limiter = new RateLimiterMemory(optionsOf(rule));
    return createCounter(rule, limiter, keepNewest(limiter, maxKeys));
  };
}

/** Counts for every instance; in this process while Redis does not answer. The client may still be connecting. */
export function redisCounters(client: unknown, prefix: string): CounterMaker {
  return (rule) => {
    const insuranceLimiter = new RateLimiterMemory(optionsOf(rule));
    const limiter = new RateLimiterRedis({
      ...optionsOf(rule),
      keyPrefix: `${prefix}:budget:${rule.name}`,
      storeClient: client,
      useRedisPackage: true,
      insuranceLimiter,
    });
    return createCounter(rule, limiter, keepNewest(insuranceLimiter, mostKeys));
  };
}

function optionsOf({ name, points, seconds }: CounterRule) {
  return { keyPrefix: name, points, duration: seconds };
}

function createCounter(rule: CounterRule, limiter: Limiter, touch: (key: string) => void): Counter {
  return {
    async take(key, cost) {
      touch(key);
      try {
        return toCount(await limiter.consume(key, cost), rule, cost, true);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toCount(refusal, rule, cost, false);
        // The counter itself is broken: people must still be able to sign in.
        return { allowed: true, isFirstRefusal: false, left: rule.points, resetMs: 0 };
      }
    },
    giveBack: (key, cost) => settle(limiter.reward(key, cost)),
    used: (key) =>
      limiter.get(key).then(
        (state) => state?.consumedPoints ?? 0,
        () => 0,
      ),
    close: (key, seconds) => settle(limiter.block(key, seconds)),
  };
}

function toCount(state: RateLimiterRes, rule: CounterRule, cost: number, allowed: boolean): Count {
  const before = state.consumedPoints - cost;
  return {
    allowed,
    isFirstRefusal: !allowed && before <= rule.points,
    left: state.remainingPoints,
    resetMs: Math.max(state.msBeforeNext, 0),
  };
}

/** Forgets the key that was unused for longest when there are too many. */
function keepNewest(limiter: Limiter, maxKeys: number): (key: string) => void {
  const seen = new Set<string>();
  return (key) => {
    if (!seen.delete(key) && seen.size >= maxKeys) {
      const [oldest] = seen;
      if (oldest !== undefined) {
        seen.delete(oldest);
        void limiter.delete(oldest);
      }
    }
    seen.add(key);
  };
}

async function settle(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
