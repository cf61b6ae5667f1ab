import { afterEach, expect, it, vi } from 'vitest';
import { createLogTime } from './log-time.ts';

afterEach(() => vi.useRealTimers());

it('is the current time in ISO 8601, also when the clock goes back', () => {
  vi.useFakeTimers();
  const logTime = createLogTime();
  for (const at of ['2026-01-02T03:04:05.006Z', '2026-01-02T03:04:05.006Z', '2026-01-02T03:04:05.005Z']) {
    vi.setSystemTime(new Date(at));
    expect(logTime()).toBe(`,"time":"${at}"`);
  }
});
