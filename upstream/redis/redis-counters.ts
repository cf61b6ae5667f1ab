import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { WindowCounter } from '#platform/window-counter.ts';
import type { CounterMaker } from '#upstream/limits/counters.ts';

/**
 * Counts in Redis, for every instance with the same `keyPrefix`; in this process while Redis does not answer. The client
 * must be connected or connecting. Keys in Redis expire, and its memory is its operator's to bound.
 */
export function redisCounters(client: unknown, keyPrefix: string): CounterMaker {
  return (rule) => {
    const { name, points, seconds } = rule;
    const redis = new RateLimiterRedis({
      ...{ keyPrefix: `${keyPrefix}:${name}`, points, duration: seconds },
      ...{ storeClient: client, useRedisPackage: true },
    });
    const here = new WindowCounter(rule);
    return {
      async spend(key, cost = 1) {
        const state = await redis.consume(key, cost).catch((refusal: unknown) => refusal);
        if (!(state instanceof RateLimiterRes)) return here.spend(key, cost);
        const { consumedPoints, remainingPoints: remaining, msBeforeNext: resetMs } = state;
        const allowed = consumedPoints <= points;
        return { allowed, remaining, resetMs, startsRefusing: !allowed && consumedPoints - cost <= points };
      },
      async takeBack(key, cost = 1) {
        const giveBack = async () => {
          // Without a live window, a reward would begin one with more points than the budget has.
          if ((await redis.get(key)) !== null) await redis.reward(key, cost);
        };
        await giveBack().catch(() => here.takeBack(key, cost));
      },
      used: (key) =>
        redis.get(key).then(
          (state) => state?.consumedPoints ?? 0,
          () => here.used(key),
        ),
      async block(key, forSeconds) {
        await redis.block(key, forSeconds).catch(() => here.block(key, forSeconds));
      },
    };
  };
}
