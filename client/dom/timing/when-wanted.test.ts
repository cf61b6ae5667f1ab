import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceWanted, whenWanted } from './when-wanted.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for the first sign of a user, however long, and runs once', () => {
  const run = vi.fn();
  whenWanted(run);
  vi.advanceTimersByTime(60_000);
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pointermove'));
  window.dispatchEvent(new Event('keydown'));
  expect(run).toHaveBeenCalledTimes(1);
});

it('leaves the press alone with what comes soon after it, unless that is called off', () => {
  const run = vi.fn();
  const calledOff = vi.fn();
  onceWanted(run);
  const callOff = onceWanted(calledOff);
  window.dispatchEvent(new Event('pointerdown'));
  expect(run).not.toHaveBeenCalled();
  callOff();
  vi.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(1);
  expect(calledOff).not.toHaveBeenCalled();
});
