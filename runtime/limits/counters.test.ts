import { describe, expect, it } from 'vitest';
import { memoryCounters } from './counters.ts';

const rule = { name: 'test', points: 2, seconds: 60 };

describe('memoryCounters', () => {
  it('allows so many and then says how long to wait', async () => {
    const counter = memoryCounters()(rule);
    expect(await counter.add('a')).toMatchObject({ allowed: true, remaining: 1 });
    expect(await counter.add('a')).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await counter.add('a');
    expect(refused.allowed).toBe(false);
    expect(refused.resetMs).toBeGreaterThan(50_000);
    expect(await counter.add('b')).toMatchObject({ allowed: true });
  });

  it('takes back, forgets and blocks', async () => {
    const counter = memoryCounters()(rule);
    await counter.add('a');
    await counter.takeBack('a');
    expect(await counter.add('a')).toMatchObject({ remaining: 1 });
    await counter.forget('a');
    expect(await counter.add('a')).toMatchObject({ remaining: 1 });
    await counter.block('a', 5);
    expect(await counter.add('a')).toMatchObject({ allowed: false });
  });

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

  it('keeps its memory bounded, and the keys that are in use', async () => {
    const counter = memoryCounters(100)(rule);
    for (let i = 0; i < 1000; i += 1) {
      await counter.add(`made-up-${i}`);
      if (i % 50 === 0) await counter.add('busy');
    }
    expect(await counter.add('made-up-0')).toMatchObject({ remaining: 1 });
    expect(await counter.add('busy')).toMatchObject({ allowed: false });
  });
});
