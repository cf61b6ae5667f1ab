import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useStable, whenQuiet } from './use-later.ts';

let idle: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  idle = undefined;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    idle = run;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {
    idle = undefined;
  });
});

it('leaves the screen its time, and then waits until the browser is idle', () => {
  const run = vi.fn();
  whenQuiet(run);
  vi.advanceTimersByTime(2999);
  expect(idle).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(run).not.toHaveBeenCalled();
  idle?.();
  expect(run).toHaveBeenCalledOnce();
});

it('can be called off before and after that time', () => {
  const run = vi.fn();
  whenQuiet(run)();
  vi.advanceTimersByTime(3000);
  expect(idle).toBeUndefined();
  const stop = whenQuiet(run, 0);
  vi.advanceTimersByTime(0);
  stop();
  expect(idle).toBeUndefined();
  expect(run).not.toHaveBeenCalled();
});

it('does not wait for an idle browser where it does not tell', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const run = vi.fn();
  whenQuiet(run, 100);
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledOnce();
});

it('gives the same function in every render, which calls the latest handler', () => {
  const [first, second] = [vi.fn((_text: string) => 0), vi.fn((text: string) => text.length)];
  const { result, rerender } = renderHook(({ handler }) => useStable(handler), { initialProps: { handler: first } });
  const stable = result.current;
  rerender({ handler: second });
  expect(result.current).toBe(stable);
  expect(stable('abc')).toBe(3);
  expect(first).not.toHaveBeenCalled();
});
