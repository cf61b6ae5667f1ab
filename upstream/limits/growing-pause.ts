import type { CounterMaker } from './counters.ts';

/** Never reached: the counter of pauses refuses nothing. */
const manyPauses = 1_000_000;

interface PauseRule {
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  /** After so long without a pause, the next one is the first again. */
  readonly rememberedSeconds: number;
}

export interface GrowingPause {
  /** Begins a pause and answers its length in seconds: twice that of the key's pause before. */
  readonly begin: (key: string) => Promise<number>;
  /** How many pauses of the key are remembered. */
  readonly count: (key: string) => Promise<number>;
  readonly forget: (key: string) => Promise<void>;
}

export function createGrowingPause(
  counters: CounterMaker,
  { firstSeconds, longestSeconds, rememberedSeconds }: PauseRule,
): GrowingPause {
  const pauses = counters({ name: 'closures', points: manyPauses, seconds: rememberedSeconds });
  return {
    async begin(key) {
      const { remaining } = await pauses.add(key);
      const before = manyPauses - remaining - 1;
      return Math.min(firstSeconds * 2 ** before, longestSeconds);
    },
    count: pauses.used,
    forget: pauses.forget,
  };
}
