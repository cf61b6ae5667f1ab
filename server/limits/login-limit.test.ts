import { describe, expect, it } from 'vitest';
import { memoryCounters } from '#platform/limits/counters.ts';
import { createGrowingPause } from '#platform/limits/growing-pause.ts';
import type { Device } from '#shared/account/device-cookie.ts';
import { createLoginLimit, type LoginAttempt } from './login-limit.ts';

const device = { id: 'laptop' } as unknown as Device;

/** The upstream's status; `code`: it asks for the code of a second factor. */
type Answer = number | 'code' | undefined;

/** A limit of three failures for an account, four for a network and two for a known device of `ann@mail.test`. */
function setup() {
  const counters = memoryCounters();
  const pauses: (readonly [string | undefined, number])[] = [];
  const limit = createLoginLimit(
    {
      byNetwork: counters({ name: 'network', points: 4, seconds: 60 }),
      byAccount: counters({ name: 'account', points: 3, seconds: 60 }),
      byDevice: counters({ name: 'device', points: 2, seconds: 60 }),
      pauses: createGrowingPause(counters, { firstSeconds: 30, longestSeconds: 900, rememberedSeconds: 86_400 }),
    },
    { hasSignedIn: async (_device: Device, account: string) => account === 'ann' } as never,
    ({ rule }) => ({ allowed: false, message: rule.name, headers: [] }),
    (account, seconds) => void pauses.push([account, seconds]),
  );
  /** What refused the attempt, or `allowed`; the upstream then answers with the status. */
  async function attempt(given: Partial<LoginAttempt>, answer: Answer): Promise<string> {
    const admission = await limit({ network: 'home', account: 'ann', device: undefined, ...given });
    if (!admission.allowed) return admission.message;
    if (answer === 'code') admission.settle?.(401, true);
    else admission.settle?.(answer);
    await new Promise(setImmediate);
    return 'allowed';
  }
  const attempts = async (answers: readonly Answer[], given: Partial<LoginAttempt> = {}) => {
    const outcomes: string[] = [];
    for (const answer of answers) outcomes.push(await attempt(given, answer));
    return outcomes;
  };
  return { attempt, attempts, pauses };
}

describe('failed logins of an account from unknown devices', () => {
  it('close it for 30 seconds at the third, also when the client hung up', async () => {
    const { attempts, pauses } = setup();
    expect(await attempts([401, undefined, 400, 200])).toEqual(['allowed', 'allowed', 'allowed', 'account']);
    expect(pauses).toEqual([['ann', 30]]);
  });

  it.each([500, 503, 408, 413, 415, 429, 431])(
    'do not count an answer of %d, which blames no credentials',
    async (status) => {
      const { attempts, pauses } = setup();
      expect(await attempts(Array.from({ length: 9 }, () => status))).toEqual(Array(9).fill('allowed'));
      expect(pauses).toEqual([]);
    },
  );

  it('are not forgotten when the upstream fails in between', async () => {
    const { attempts, pauses } = setup();
    expect(await attempts([401, 401, 503, 401])).toEqual(Array(4).fill('allowed'));
    expect(pauses).toEqual([['ann', 30]]);
  });

  it('are forgotten with a success', async () => {
    const { attempts } = setup();
    for (const [network, success] of [
      ['home', 200],
      ['office', 302],
      ['café', 200],
    ] as const)
      expect(await attempts([401, 401, success], { network })).toEqual(Array(3).fill('allowed'));
  });

  it('are refused for the network after four of different accounts, and other networks go on', async () => {
    const { attempt } = setup();
    for (const account of ['a', 'b', 'c', 'd']) expect(await attempt({ account }, 401)).toBe('allowed');
    expect(await attempt({ account: 'e' }, 200)).toBe('network');
    expect(await attempt({ account: 'e', network: 'office' }, 200)).toBe('allowed');
  });

  it('do not spend the network’s budget where the account refuses', async () => {
    const { attempt, attempts } = setup();
    await attempts([401, 401, 401]);
    for (let i = 0; i < 5; i++) expect(await attempt({}, 401)).toBe('account');
    expect(await attempt({ account: 'ben' }, 401)).toBe('allowed');
    expect(await attempt({ account: 'ben' }, 401)).toBe('network');
  });

  it('of a body without an account share one count', async () => {
    const { attempts } = setup();
    expect(await attempts([400, 400, 400, 400], { account: undefined })).toEqual([
      'allowed',
      'allowed',
      'allowed',
      'account',
    ]);
  });
});

describe('a login that is asked for a code', () => {
  it('is no failure: the password was right', async () => {
    const { attempts } = setup();
    for (const given of [{}, { device }]) {
      expect(await attempts(Array(6).fill('code'), given)).toEqual(Array(6).fill('allowed'));
      expect(await attempts([401, 401, 200], given)).not.toContain('account');
    }
  });

  it('does not renew the budget either', async () => {
    const { attempts } = setup();
    expect(await attempts([401, 401, 'code', 401, 401])).toEqual([...Array(4).fill('allowed'), 'account']);
  });
});

describe('a device that has signed in to the account before', () => {
  it('has an allowance of its own, which a success renews and a fault of the upstream does not use', async () => {
    const { attempts } = setup();
    expect(await attempts([401, 500, 401, 401], { device })).toEqual(['allowed', 'allowed', 'allowed', 'device']);
    expect(await attempts([401, 401, 401])).toEqual(['allowed', 'allowed', 'allowed']);
    const renewed = setup();
    expect(await renewed.attempts([401, 200, 401, 401, 200], { device })).toEqual([
      'allowed',
      'allowed',
      'allowed',
      'allowed',
      'device',
    ]);
  });

  it('is an unknown device of every other account', async () => {
    const { attempts, pauses } = setup();
    await attempts([401, 401, 401], { account: 'ben', device });
    expect(pauses).toEqual([['ben', 30]]);
  });
});
