import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, hour } from '#shared/durations.ts';
import { createLog } from '../watch/log.ts';
import { createLimits } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup(factor = 1) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const entries = (audit: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.audit === audit);
  return { limits: createLimits({ log, secret: 'secret', factor }), entries };
}

describe('budgets', () => {
  it('refuse what is beyond their points with the time to wait, until their window is over', async () => {
    const { limits, entries } = setup();
    for (let i = 0; i < 20; i++) expect((await limits.take('signup-taken', 'a')).left).toBe(19 - i);
    for (let i = 0; i < 3; i++)
      await expect(limits.take('signup-taken', 'a')).rejects.toMatchObject({
        code: 'rate_limited',
        message: 'That was tried too often. Try again in 60 minutes.',
        headers: { 'Retry-After': '3600' },
      });
    expect((await limits.take('signup-taken', 'b')).left).toBe(19);
    expect(entries('refused')).toMatchObject([{ budget: 'signup-taken' }]);
    await vi.advanceTimersByTimeAsync(hour);
    expect((await limits.take('signup-taken', 'a')).left).toBe(19);
  });
});

describe('a closed account', () => {
  it('is closed for twice as long each time, up to a quarter of an hour, and for a short time again after a day', async () => {
    const { limits, entries } = setup();
    const pauses = () => entries('account-closed').map((line) => line.seconds);
    for (let i = 0; i < 7; i++) {
      await limits.closeAccount('a');
      await expect(limits.take('password-account', 'a')).rejects.toThrow(/Try again/);
      await vi.advanceTimersByTimeAsync(pauses().at(-1) * 1000);
      expect((await limits.take('password-account', 'a', 10)).left).toBe(0);
    }
    expect(pauses()).toEqual([30, 60, 120, 240, 480, 900, 900]);
    expect(await limits.timesClosed('a')).toBe(7);
    await vi.advanceTimersByTimeAsync(day);
    expect(await limits.timesClosed('a')).toBe(0);
    await limits.closeAccount('a');
    expect(pauses().at(-1)).toBe(30);
  });
});
