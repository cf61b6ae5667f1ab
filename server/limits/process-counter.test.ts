import { describe, expect, it } from 'vitest';
import { ProcessCounter } from './process-counter.ts';

describe('ProcessCounter', () => {
  it('allows the points of one window, and says when the next one begins', () => {
    const counter = new ProcessCounter({ points: 3, seconds: 60 });
    expect(counter.spend('a', 1, 0)).toMatchObject({ allowed: true, remaining: 2 });
    expect(counter.spend('a', 2, 10_000)).toMatchObject({ allowed: true, remaining: 0, resetMs: 50_000 });
    expect(counter.spend('a', 1, 20_000)).toMatchObject({ allowed: false, resetMs: 40_000 });
    expect(counter.spend('b', 1, 20_000)).toMatchObject({ allowed: true });
    expect(counter.spend('a', 1, 60_000)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('marks the first refusal of a window, and no other', () => {
    const counter = new ProcessCounter({ points: 1, seconds: 60 });
    const refusals = [0, 1, 2, 3].map((now) => counter.spend('a', 1, now).startsRefusing);
    expect(refusals).toEqual([false, true, false, false]);
    counter.spend('a', 1, 60_000);
    expect(counter.spend('a', 1, 60_001).startsRefusing).toBe(true);
  });

  it('keeps its memory bounded by forgetting the oldest window', () => {
    const counter = new ProcessCounter({ points: 1, seconds: 60 }, 10);
    counter.spend('first', 1, 0);
    for (let i = 0; i < 10; i += 1) counter.spend(`made-up-${i}`, 1, 1);
    expect(counter.spend('first', 1, 2).allowed).toBe(true);
    expect(counter.spend('made-up-9', 1, 2).allowed).toBe(false);
  });

  it('keeps a window that was renewed longer than the windows before it', () => {
    const counter = new ProcessCounter({ points: 1, seconds: 60 }, 2);
    counter.spend('renewed', 1, 0);
    counter.spend('other', 1, 30_000);
    counter.spend('renewed', 1, 60_000);
    counter.spend('new', 1, 60_001);
    expect(counter.spend('renewed', 1, 60_002).allowed).toBe(false);
  });
});
