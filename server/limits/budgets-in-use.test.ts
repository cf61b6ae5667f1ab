import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { memoryCounters } from '#platform/limits/counters.ts';
import { type BudgetName, scaledPoints } from './budgets.ts';
import { createLimits, type LimitedCall } from './limits.ts';

const session = 'a-session-of-ann-0123456789';

function setup(points: Partial<Record<BudgetName, number>>) {
  const refused: BudgetName[] = [];
  const lines: Record<string, unknown>[] = [];
  const limits = createLimits({
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    secret: 'a secret of the test',
    points: { ...scaledPoints(1), ...points },
    counters: memoryCounters(),
    onRefused: (budget) => void refused.push(budget),
  });
  const call = (given: Partial<LimitedCall> = {}): LimitedCall => ({
    ...{ kind: 'other', path: 'profile/view', address: '192.0.2.1', session, account: undefined, device: undefined },
    ...given,
  });
  /** Whether each call is admitted; the upstream answers with the status. */
  const admit = async (statuses: readonly (number | undefined)[], given: Partial<LimitedCall> = {}) => {
    const admitted: boolean[] = [];
    for (const status of statuses) {
      const admission = await limits.admit(call(given));
      admitted.push(admission.allowed);
      if (admission.allowed) admission.settle?.(status);
      await new Promise(setImmediate);
    }
    return admitted;
  };
  return { limits, call, admit, refused, lines };
}

describe('reads', () => {
  it('are counted by their cost for the session, which leaves the network’s budget alone once its own is spent', () => {
    const { limits, call, refused, lines } = setup({ reads: 4, 'network-reads': 7 });
    const search = call({ path: 'search/people?q=a' });
    expect([limits.read(search), limits.read(call())]).toEqual([undefined, undefined]);
    expect(limits.read(search)).toMatchObject({
      allowed: false,
      message: expect.stringMatching(/^Too many requests at once\. Try again in \d+ seconds\.$/),
      headers: [
        ...['Retry-After', expect.stringMatching(/^\d+$/), 'RateLimit-Policy', '"reads";q=4;w=60'],
        ...['RateLimit', expect.stringMatching(/^"reads";r=0;t=\d+$/)],
      ],
    });
    limits.read(search);
    const stranger = call({ session: undefined });
    const left = [1, 2, 3, 4].map(() => limits.read(stranger)?.allowed);
    expect(left, 'three points of the network are left').toEqual([undefined, undefined, undefined, false]);
    expect(refused).toEqual(['reads', 'reads', 'network-reads']);
    expect(lines).toMatchObject([
      { audit: 'refused', budget: 'reads', by: 'session' },
      { audit: 'refused', budget: 'network-reads', by: 'network' },
    ]);
  });
});

describe('live connections', () => {
  it('are counted for the session and for its network', () => {
    const { limits, call, refused } = setup({ handshakes: 1, 'network-handshakes': 2 });
    expect(limits.handshake(call())).toBeUndefined();
    expect(limits.handshake(call())).toMatchObject({ allowed: false });
    const other = call({ session: 'a-session-of-ben-0123456789' });
    expect(limits.handshake(other)).toBeUndefined();
    expect(limits.handshake(call({ session: 'a-session-of-eve-0123456789' }))).toMatchObject({ allowed: false });
    expect(refused).toEqual(['handshakes', 'network-handshakes']);
  });
});

describe('live connections of one account', () => {
  it('are counted for it, and take nothing of its network once they are refused', () => {
    const { limits, call, refused } = setup({ 'account-handshakes': 1, 'network-handshakes': 2 });
    const open = (account: string, own = session) => limits.handshake({ ...call({ session: own }), account });
    expect(open('ann')).toBeUndefined();
    expect(open('ann', 'another-session-of-ann-01')).toMatchObject({ allowed: false });
    expect(open('ben', 'a-session-of-ben-0123456789')).toBeUndefined();
    expect(refused).toEqual(['account-handshakes']);
  });
});

describe('calls that change something', () => {
  it('are counted for the session and for its network', async () => {
    const { admit, refused } = setup({ writes: 2, 'network-writes': 3 });
    expect(await admit([200, 200, 200])).toEqual([true, true, false]);
    expect(await admit([200, 200], { session: undefined })).toEqual([true, false]);
    expect(refused).toEqual(['writes', 'network-writes']);
  });
});

describe('sign-ups', () => {
  it('count when they are refused, also by hanging up, and not when they succeed or the upstream fails', async () => {
    const { admit, refused } = setup({ 'refused-signups': 2 });
    const signup = { kind: 'signup', session: undefined } as const;
    expect(await admit([200, 302, 500, 503, 400, undefined, 200], signup)).toEqual([...Array(6).fill(true), false]);
    expect(refused).toEqual(['refused-signups']);
  });
});

describe('checks of a password', () => {
  it('count when they are refused, are forgotten with a success, and spare a fault of the upstream', async () => {
    const { admit, refused } = setup({ 'password-checks': 2 });
    const check = { kind: 'password-check' } as const;
    expect(await admit([422, 200, 422, 500, 422, 200], check)).toEqual([...Array(5).fill(true), false]);
    expect(await admit([422, undefined, 200], { ...check, session: undefined })).toEqual([true, true, false]);
    const other = { ...check, session: 'a-session-of-ben-0123456789' };
    expect(await admit([400, 400, 200], other), 'upstreams that answer 400 to a wrong password').toEqual([
      ...[true, true, false],
    ]);
    expect(refused).toEqual(['password-checks', 'password-checks', 'password-checks']);
  });

  it('are not any other call that is refused', async () => {
    const { admit } = setup({ 'password-checks': 1 });
    expect(await admit([401, 422, 200])).toEqual([true, true, true]);
  });
});
