import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createPseudonyms } from '#server/watch/pseudonyms.ts';
import { memoryCounters } from './counters.ts';
import { accountIn, createRateLimits, defaultLimits } from './rate-limit.ts';

describe('accountIn', () => {
  it.each([
    ['{"emailId":"a@b.c"}', 'a@b.c'],
    ['{"emailId":"x","emailId":"a@b.c"}', 'a@b.c'],
    ['{"emailId":7}', undefined],
    ['null', undefined],
    ['not json', undefined],
    [`{"emailId":"${'x'.repeat(400)}"}`, undefined],
  ])('reads %s', (body, account) => expect(accountIn(Buffer.from(body))).toBe(account));
});

describe('an account that fails again and again', () => {
  it('is closed for longer each time, up to a limit', async () => {
    const pauses: number[] = [];
    const counters = memoryCounters();
    const admit = createRateLimits({
      log: pino({ level: 'silent' }),
      pseudonym: createPseudonyms('secret'),
      limits: { ...defaultLimits, failuresPerAccount: 1, firstPause: 30, longestPause: 100 },
      counters: (rule) => {
        const counter = counters(rule);
        if (rule.name !== 'account') return counter;
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
    const call = { method: 'POST', kind: 'login' as const, session: undefined, account: async () => 'a@b.c' };
    for (let i = 1; i <= 4; i += 1) {
      const admission = await admit({ ...call, address: `192.0.2.${i}` });
      if (admission?.allowed) admission.settle?.(401);
      await new Promise(setImmediate);
    }
    expect(pauses).toEqual([30, 60, 100, 100]);
  });

  it('is one account however its address is spelled', async () => {
    const admit = createRateLimits({
      log: pino({ level: 'silent' }),
      pseudonym: createPseudonyms('secret'),
      limits: { ...defaultLimits, failuresPerAccount: 4 },
      counters: memoryCounters(),
    });
    const allowed: (boolean | undefined)[] = [];
    for (const [i, spelling] of ['a@b.c', ' A@B.C', 'ａ@b.c', '\ufeffa@b.c', 'a\u200b@b.c', 'other@b.c'].entries()) {
      const call = { method: 'POST', kind: 'login' as const, session: undefined, account: async () => spelling };
      allowed.push((await admit({ ...call, address: `192.0.2.${i}` }))?.allowed);
    }
    expect(allowed).toEqual([true, true, true, true, false, true]);
  });
});
