import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryCounters } from './counters.ts';
import { createGrowingPause } from './growing-pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rule = { firstSeconds: 30, longestSeconds: 100, rememberedSeconds: 3600 };

it('doubles with each pause of a key, up to the longest', async () => {
  const pause = createGrowingPause(memoryCounters(), rule);
  const lengths: number[] = [];
  for (let i = 0; i < 4; i++) lengths.push(await pause.begin('a'));
  expect(lengths).toEqual([30, 60, 100, 100]);
  expect([await pause.count('a'), await pause.count('b')]).toEqual([4, 0]);
  expect(await pause.begin('b')).toBe(30);
});

it('begins with the first again when the pauses are forgotten, by name or after their time', async () => {
  const pause = createGrowingPause(memoryCounters(), rule);
  await pause.begin('a');
  await pause.forget('a');
  expect(await pause.begin('a')).toBe(30);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await pause.begin('a')).toBe(30);
});
