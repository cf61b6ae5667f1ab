import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { memoryCounters } from '#platform/limits/counters.ts';
import { budgets, scaledPoints } from './budgets.ts';
import { createLimits } from './limits.ts';

describe('an account that fails again and again', () => {
  it('is closed to unknown devices for longer each time, up to a limit', async () => {
    const pauses: number[] = [];
    const counters = memoryCounters();
    const limits = createLimits({
      log: pino({ level: 'silent' }),
      secret: 'a secret of the test',
      points: { ...scaledPoints(1), 'login-account': 1 },
      counters: (rule) => {
        const counter = counters(rule);
        if (rule.name !== 'login-account') return counter;
        // The pause is over at once, so that the next failure comes after it.
        return {
          ...counter,
          block: (key, seconds) => {
            pauses.push(seconds);
            return counter.forget(key);
          },
        };
      },
    });
    const call = { kind: 'login' as const, path: 'login', session: undefined, device: undefined };
    for (let i = 1; i <= 7; i += 1) {
      const admission = await limits.admit({ ...call, account: 'a@b.c', address: `192.0.2.${i}` });
      if (admission.allowed) admission.settle?.(401);
      await new Promise(setImmediate);
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });
});

describe('RATE_LIMIT_FACTOR', () => {
  it('multiplies every budget, and leaves each at least one point', () => {
    const half = scaledPoints(0.5);
    for (const [name, { points }] of Object.entries(budgets)) {
      expect(half[name as keyof typeof half]).toBe(Math.round(points / 2));
    }
    expect(Object.values(scaledPoints(0.00001)).every((points) => points === 1)).toBe(true);
  });
});
