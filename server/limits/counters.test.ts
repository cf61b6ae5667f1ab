import { describe, expect, it } from 'vitest';
import { WindowCounter } from './counters.ts';

const rule = { points: 2, seconds: 60 };
const start = 100_000;

describe('the points of a key', () => {
  it('are spent in a window that begins with the first one, and one refusal begins to refuse', () => {
    const counter = new WindowCounter(rule);
    const spend = (at: number) => counter.spend('a', 1, start + at);
    expect([spend(0), spend(10), spend(20), spend(30)]).toEqual([
      { allowed: true, resetMs: 60_000, startsRefusing: false },
      { allowed: true, resetMs: 59_990, startsRefusing: false },
      { allowed: false, resetMs: 59_980, startsRefusing: true },
      { allowed: false, resetMs: 59_970, startsRefusing: false },
    ]);
    expect(spend(60_000).allowed).toBe(true);
    expect(counter.spend('b', 1, start).allowed).toBe(true);
  });

  it('can be taken back and forgotten, and never become more than there were', () => {
    const counter = new WindowCounter(rule);
    counter.takeBack('a', 5, start);
    counter.spend('a', 2, start);
    counter.takeBack('a', 1, start);
    expect([counter.spend('a', 1, start).allowed, counter.spend('a', 1, start).allowed]).toEqual([true, false]);
    counter.forget('a');
    expect(counter.spend('a', 2, start).allowed).toBe(true);
    counter.takeBack('a', 9, start);
    expect([counter.spend('a', 2, start).allowed, counter.spend('a', 1, start).allowed]).toEqual([true, false]);
  });
});

describe('a full counter', () => {
  it('gives no live window new points: keys without a window share one', () => {
    const counter = new WindowCounter(rule, 2);
    for (const key of ['a', 'a', 'b']) counter.spend(key, 1, start);
    const late = ['c', 'd', 'e'].map((key) => counter.spend(key, 1, start + 1).allowed);
    expect(late).toEqual([true, true, false]);
    expect([counter.spend('a', 1, start + 1).allowed, counter.spend('b', 1, start + 1).allowed]).toEqual([false, true]);
    expect(counter.size).toBe(2);
  });

  it('has room again when windows are over', () => {
    const counter = new WindowCounter(rule, 2);
    for (const key of ['a', 'b', 'c', 'd', 'e']) counter.spend(key, 1, start);
    for (const key of ['f', 'g']) expect(counter.spend(key, 2, start + 60_001).allowed).toBe(true);
    expect(counter.size).toBe(2);
  });
});
