import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { memoryCounters } from '#platform/limits/counters.ts';
import { collectAll } from '#platform/release-memory.ts';
import { hashed } from '#server/request/hashed.ts';
import { mostMemoryOfOneNetwork, scaledPoints } from './budgets.ts';
import { sessionKey } from './keys.ts';
import { createLimits } from './limits.ts';

const call = {
  kind: 'other',
  path: 'profile/view',
  address: '192.0.2.1',
  account: undefined,
  device: undefined,
} as const;

function setup(points = scaledPoints(1)) {
  return createLimits({
    log: pino({ level: 'silent' }),
    secret: 'a secret of the test',
    points,
    counters: memoryCounters(),
  });
}

/** The key of a made-up session of the longest length, in a string of its own. */
function madeUp(number: number): string | undefined {
  const session = Buffer.from(`${number}`.padEnd(4096, 'x')).toString('latin1');
  return sessionKey({ session, sessionHash: hashed(session) });
}

function heapUsed(): number {
  collectAll();
  return process.memoryUsage().heapUsed;
}

describe('one address that makes up sessions', () => {
  it('holds no more memory than is named, however many calls it makes', async () => {
    const limits = setup();
    const before = heapUsed();
    for (let i = 0; i < 20_000; i += 1) {
      const session = madeUp(i);
      limits.read({ ...call, session });
      limits.handshake({ ...call, session, account: undefined });
      limits.stranger(call.address);
      await limits.admit({ ...call, session });
    }
    expect(heapUsed() - before).toBeLessThan(mostMemoryOfOneNetwork());
    expect(limits.read({ ...call, session: madeUp(-1) })).toMatchObject({ allowed: false });
  });

  it('leaves no key of a session when its network is refused', async () => {
    const limits = setup({ ...scaledPoints(1), 'network-reads': 1, 'network-writes': 1, reads: 1, writes: 1 });
    const session = madeUp(1);
    limits.read({ ...call, session: madeUp(2) });
    await limits.admit({ ...call, session: madeUp(2) });
    limits.read({ ...call, session });
    await limits.admit({ ...call, session });
    const elsewhere = { ...call, address: '198.51.100.2', session };
    expect(limits.read(elsewhere)).toBeUndefined();
    expect(await limits.admit(elsewhere)).toMatchObject({ allowed: true });
  });

  it('takes nothing of its network with calls that its own session budget refuses', async () => {
    const limits = setup({ ...scaledPoints(1), reads: 1, 'network-reads': 3, writes: 1, 'network-writes': 3 });
    const session = madeUp(1);
    for (let i = 0; i < 10; i += 1) {
      limits.read({ ...call, session });
      await limits.admit({ ...call, session });
    }
    expect(limits.read({ ...call, session: madeUp(2) })).toBeUndefined();
    expect(await limits.admit({ ...call, session: madeUp(2) })).toMatchObject({ allowed: true });
  });
});
