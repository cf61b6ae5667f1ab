import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProcessCounter } from './process-counter.ts';

afterEach(() => vi.useRealTimers());

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

  it('evicts no live window when it is full: new keys share one count', () => {
    const counter = new ProcessCounter({ points: 2, seconds: 60 }, 10);
    counter.spend('first', 2, 0);
    for (let i = 0; i < 9; i += 1) counter.spend(`made-up-${i}`, 1, 1);
    expect(counter.spend('first', 1, 2).allowed).toBe(false);
    expect(counter.spend('late', 2, 3).allowed).toBe(true);
    expect(counter.spend('later', 1, 4).allowed).toBe(false);
    expect(counter.size).toBe(11);
  });

  it('has room again as soon as windows are over', () => {
    const counter = new ProcessCounter({ points: 1, seconds: 60 }, 10);
    for (let i = 0; i < 12; i += 1) counter.spend(`made-up-${i}`, 1, 0);
    expect(counter.spend('new', 1, 60_000)).toMatchObject({ allowed: true });
    expect(counter.size).toBe(1);
  });

  it('keeps a renewed window', () => {
    const counter = new ProcessCounter({ points: 1, seconds: 60 }, 2);
    counter.spend('renewed', 1, 0);
    counter.spend('other', 1, 30_000);
    counter.spend('renewed', 1, 60_000);
    counter.spend('new', 1, 60_001);
    expect(counter.spend('renewed', 1, 60_002).allowed).toBe(false);
  });

  it('sweeps windows that are over, without another call', () => {
    vi.useFakeTimers();
    const counter = new ProcessCounter({ points: 1, seconds: 60 });
    counter.spend('a');
    vi.advanceTimersByTime(130_000);
    expect([counter.size, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('takes back', () => {
    const counter = new ProcessCounter({ points: 1, seconds: 60 });
    counter.spend('a', 1, 0);
    counter.takeBack('a', 1, 1);
    expect(counter.spend('a', 1, 2).allowed).toBe(true);
    counter.takeBack('never spent', 5, 3);
    expect(counter.spend('never spent', 2, 4).allowed).toBe(false);
  });
});
