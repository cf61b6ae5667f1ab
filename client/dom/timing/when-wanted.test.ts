import { expect, it, vi } from 'vitest';
import { whenWanted } from './when-wanted.ts';

it('waits for the first sign of a user, however long, and runs once', () => {
  vi.useFakeTimers();
  const run = vi.fn();
  whenWanted(run);
  vi.advanceTimersByTime(60_000);
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pointermove'));
  window.dispatchEvent(new Event('keydown'));
  expect(run).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
