import { type Spent, WindowCounter } from '#platform/window-counter.ts';

interface CounterRule {
  readonly name: string;
  /** The most that are allowed in `seconds`. */
  readonly points: number;
  readonly seconds: number;
}

/** Counts points by key, in windows that begin with a key's first point. No method fails. */
export interface Counter {
  spend(key: string, cost?: number): Spent | Promise<Spent>;
  takeBack(key: string, cost?: number): void | Promise<void>;
  /** How many points the key has spent in its window. */
  used(key: string): number | Promise<number>;
  /** Nothing more for this key until so many seconds have passed. */
  block(key: string, seconds: number): void | Promise<void>;
}

export type CounterMaker = (rule: CounterRule) => Counter;

/** Counts in this process. */
export const memoryCounters: CounterMaker = (rule) => new WindowCounter(rule);
