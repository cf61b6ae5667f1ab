import { beforeEach, expect, it, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

beforeEach(() => void vi.useFakeTimers());

it('never pauses longer than five seconds, however long the outage and however its delays are spread', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const at: number[] = [];
  const begin = Date.now();
  const stop = keepTrying(() => at.push(Date.now() - begin));
  await vi.advanceTimersByTimeAsync(120_000);
  stop();
  const pauses = at.map((time, index) => time - (at[index - 1] ?? 0));
  expect(pauses.length).toBeGreaterThan(20);
  expect(Math.max(...pauses)).toBeLessThan(5000);
  expect(pauses[0]).toBeLessThan(1000);
});
