import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenSpare } from './when-spare.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const onLine = (connection: object) =>
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: connection } }));
const touch = () => window.dispatchEvent(new Event('touchstart'));

it('waits for the first screen, then for a sign of the user', () => {
  const run = vi.fn();
  whenSpare(run);
  touch();
  vi.advanceTimersByTime(4000);
  expect(run).not.toHaveBeenCalled();
  touch();
  touch();
  vi.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('runs without a sign once the page is quiet, unless it was called off', () => {
  const run = vi.fn();
  const calledOff = vi.fn();
  whenSpare(run);
  whenSpare(calledOff)();
  vi.advanceTimersByTime(20_000);
  expect(run).toHaveBeenCalledTimes(1);
  expect(calledOff).not.toHaveBeenCalled();
});

it.each([
  ['is to be saved', { saveData: true, effectiveType: '4g' }, 0],
  ['is slow', { saveData: false, effectiveType: 'slow-2g' }, 0],
  ['is slow on the road', { effectiveType: '3g' }, 0],
  ['is good', { saveData: false, effectiveType: '4g' }, 1],
])('a line that %s', (_what, connection, times) => {
  onLine(connection);
  const run = vi.fn();
  whenSpare(run);
  vi.advanceTimersByTime(20_000);
  expect(run).toHaveBeenCalledTimes(times);
});
