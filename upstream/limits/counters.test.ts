import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryCounters } from './counters.ts';

const rule = { name: 'test', points: 2, seconds: 60 };

afterEach(() => vi.useRealTimers());

describe('memoryCounters', () => {
  it('counts points of any cost, and says once that a key begins to be refused', async () => {
    const counter = memoryCounters()({ ...rule, points: 10 });
    const taken = [];
    for (let i = 0; i < 4; i += 1) taken.push(await counter.add('a', 4));
    expect(taken.map(({ allowed, remaining, startsRefusing }) => [allowed, remaining, startsRefusing])).toEqual([
      [true, 6, false],
      [true, 2, false],
      [false, 0, true],
      [false, 0, false],
    ]);
    expect([await counter.used('a'), await counter.used('b')]).toEqual([16, 0]);
    await counter.takeBack('a', 12);
    expect(await counter.add('a', 4)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('evicts no live window when it is full: new keys share one count', async () => {
    const counter = memoryCounters(3)(rule);
    for (const key of ['busy', 'busy', 'other', 'third']) await counter.add(key);
    for (let i = 0; i < 2; i += 1) expect(await counter.add(`late-${i}`)).toMatchObject({ allowed: true });
    expect(await counter.add('late-3')).toMatchObject({ allowed: false });
    expect(await counter.add('busy')).toMatchObject({ allowed: false });
    expect(await counter.add('third')).toMatchObject({ allowed: true });
  });

  it('has room again as soon as windows are over, and keeps a block for its whole length', async () => {
    vi.useFakeTimers();
    const counter = memoryCounters(3)(rule);
    for (const key of ['blocked', 'b', 'c', 'd', 'e']) await counter.add(key);
    await counter.block('blocked', 900);
    vi.advanceTimersByTime(61_000);
    expect(await counter.add('f')).toMatchObject({ remaining: 1 });
    expect(await counter.add('g')).toMatchObject({ remaining: 1 });
    expect(await counter.add('blocked')).toMatchObject({ allowed: false });
  });
});
