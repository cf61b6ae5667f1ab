import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { deriveKey } from '#platform/config/secret.ts';
import { waitInWords } from '#platform/wait-in-words.ts';
import { type Counter, type CounterMaker, memoryCounters } from '#upstream/limits/counters.ts';
import type { Count } from '#upstream/watch/count.ts';
import { ApiError } from '../http/api-error.ts';
import { type Budget, type BudgetName, budgets, pauses } from './budgets.ts';

/** Points that were taken from a budget. */
export interface Taken {
  /** How many points the key has left. */
  readonly left: number;
  giveBack(): Promise<void>;
}

export interface Limits {
  /** Takes points from a key's budget. Throws a 429 that says when to try again where there are not enough. */
  take(budget: BudgetName, key: string, cost?: number): Promise<Taken>;
  /** How often an account was closed to unknown devices in the last day. */
  timesClosed(key: string): Promise<number>;
  /** Closes an account to unknown devices, each time for longer. */
  closeAccount(key: string): Promise<void>;
}

export interface LimitsDeps {
  readonly log: Logger;
  readonly count?: Count | undefined;
  readonly secret: string;
  /** RATE_LIMIT_FACTOR: multiplies the points of every budget. */
  readonly factor: number;
  readonly counters?: CounterMaker | undefined;
}

export function createLimits({ log, count, secret, factor, counters = memoryCounters }: LimitsDeps): Limits {
  const hashKey = deriveKey(secret, 'budgets');
  const made = new Map<BudgetName, Counter>();
  const pointsOf = (name: BudgetName) => scaled(budgets[name], factor);
  const counterOf = (name: BudgetName): Counter => {
    const counter = made.get(name) ?? counters({ name, points: pointsOf(name), seconds: budgets[name].seconds });
    made.set(name, counter);
    return counter;
  };
  const closures = counters({ name: 'closures', points: manyPauses, seconds: pauses.rememberedSeconds });
  /** Redis holds no addresses or email addresses. */
  const hashed = (key: string) => createHmac('sha256', hashKey).update(key).digest('base64url');

  return {
    async take(name, plainKey, cost = 1) {
      const [counter, key] = [counterOf(name), hashed(plainKey)];
      const taken = await counter.spend(key, cost);
      if (taken.allowed) return { left: taken.remaining, giveBack: async () => counter.takeBack(key, cost) };
      count?.({ of: 'refusal', budget: name });
      if (taken.startsRefusing)
        log.warn({ audit: 'refused', budget: name, key: key.slice(0, 12) }, 'a budget is used up');
      throw tooMany(taken.resetMs);
    },
    timesClosed: async (plainKey) => closures.used(hashed(plainKey)),
    async closeAccount(plainKey) {
      const key = hashed(plainKey);
      const { remaining } = await closures.spend(key);
      const seconds = Math.min(pauses.firstSeconds * 2 ** (manyPauses - remaining - 1), pauses.longestSeconds);
      await counterOf('password-account').block(key, seconds);
      log.warn({ audit: 'account-closed', account: key.slice(0, 12), seconds }, 'too many wrong passwords');
    },
  };
}

/** Never reached: the counter of closures refuses nothing. */
const manyPauses = 1_000_000;

export function scaled(budget: Pick<Budget, 'points'>, factor: number): number {
  return Math.max(1, Math.round(budget.points * factor));
}

function tooMany(waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new ApiError('rate_limited', `That was tried too often. Try again in ${waitInWords(waitMs)}.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
