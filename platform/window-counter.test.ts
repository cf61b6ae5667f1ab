import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WindowCounter } from './window-counter.ts';

const rule = { points: 2, seconds: 60 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup(maxKeys?: number) {
  const counter = new WindowCounter(rule, maxKeys);
  const areAllowed = (...keys: string[]) => keys.map((key) => counter.spend(key).allowed);
  return { counter, areAllowed };
}

it('counts in a window that begins with the first point of a key, and says once that a key begins to be refused', () => {
  const { counter, areAllowed } = setup();
  const spent = [];
  for (let i = 0; i < 4; i += 1) {
    spent.push(counter.spend('a'));
    vi.advanceTimersByTime(10);
  }
  expect(spent).toEqual([
    { allowed: true, remaining: 1, resetMs: 60_000, startsRefusing: false },
    { allowed: true, remaining: 0, resetMs: 59_990, startsRefusing: false },
    { allowed: false, remaining: 0, resetMs: 59_980, startsRefusing: true },
    { allowed: false, remaining: 0, resetMs: 59_970, startsRefusing: false },
  ]);
  expect([counter.used('a'), counter.used('b')]).toEqual([4, 0]);
  vi.advanceTimersByTime(59_960);
  expect(counter.used('a')).toBe(0);
  expect(areAllowed('a', 'b')).toEqual([true, true]);
});

it('takes points back and forgets keys, and a key never has more points than there are', () => {
  const { counter, areAllowed } = setup();
  counter.takeBack('a', 5);
  counter.spend('a', 2);
  counter.takeBack('a', 1);
  expect(areAllowed('a', 'a')).toEqual([true, false]);
  counter.forget('a');
  expect(counter.spend('a', 2).allowed).toBe(true);
  counter.takeBack('a', 9);
  expect(areAllowed('a', 'a', 'a')).toEqual([true, true, false]);
});

it('evicts no live window when it is full: keys without a window share one', () => {
  const { counter, areAllowed } = setup(2);
  expect(areAllowed('a', 'a', 'b', 'c', 'd', 'e')).toEqual([true, true, true, true, true, false]);
  expect(areAllowed('a', 'b')).toEqual([false, true]);
  counter.takeBack('d', 2);
  expect(areAllowed('f', 'g')).toEqual([true, false]);
  expect(counter.size).toBe(2);
});

it('has room again when windows are over, and keeps a block for its whole length', () => {
  const { counter, areAllowed } = setup(2);
  // The windows do not end together with a minute of the counter.
  vi.advanceTimersByTime(40_000);
  areAllowed('blocked', 'b');
  counter.block('blocked', 900);
  vi.advanceTimersByTime(30_000);
  areAllowed('c', 'd');
  vi.advanceTimersByTime(30_000);
  expect(areAllowed('e', 'e', 'e', 'blocked')).toEqual([true, true, false, false]);
  expect(counter.size).toBe(2);
  vi.advanceTimersByTime(840_000);
  expect(areAllowed('blocked')).toEqual([true]);
});
