import { getHeapSpaceStatistics } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAll } from '#platform/release-memory.ts';
import { IdleTimeouts, type Watched } from './idle-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(onSilence = vi.fn()) {
  return { silentChecks: 0, seen: 0, index: undefined, bytes: 0, moved, onSilence };
}

function moved(this: { bytes: number }) {
  return this.bytes;
}

describe('idle timeouts', () => {
  it('fire not before their time, and not more than a tenth after it', () => {
    const timeouts = new IdleTimeouts(1000);
    const early = watched();
    timeouts.watch(early);
    vi.advanceTimersByTime(50);
    const late = watched();
    timeouts.watch(late);
    vi.advanceTimersByTime(1000);
    expect(late.onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(early.onSilence).toHaveBeenCalledOnce();
    expect(late.onSilence).toHaveBeenCalledOnce();
  });

  it('do not fire for what was heard or forgotten', () => {
    const timeouts = new IdleTimeouts(1000);
    const [heard, forgotten] = [watched(), watched()];
    timeouts.watch(heard);
    timeouts.watch(forgotten);
    vi.advanceTimersByTime(900);
    heard.bytes = 1;
    timeouts.forget(forgotten);
    vi.advanceTimersByTime(900);
    expect(heard.onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(heard.onSilence).toHaveBeenCalledOnce();
    expect(forgotten.onSilence).not.toHaveBeenCalled();
  });

  it('fire once for each of many, also when others are forgotten before or meanwhile', () => {
    const timeouts = new IdleTimeouts(1000);
    const many = Array.from({ length: 9 }, () => watched());
    const forgets = watched(vi.fn(() => timeouts.forget(many[7] as Watched)));
    timeouts.watch(forgets);
    for (const one of many) timeouts.watch(one);
    timeouts.forget(many[0] as Watched);
    timeouts.forget(many[4] as Watched);
    timeouts.forget(many[4] as Watched);
    timeouts.watch(many[2] as Watched);
    vi.advanceTimersByTime(3000);
    expect(many.map(({ onSilence }) => onSilence.mock.calls.length)).toEqual([0, 1, 1, 1, 0, 1, 1, 0, 1]);
  });

  it('keep no timer when nothing is watched', () => {
    const timeouts = new IdleTimeouts(1000);
    const one = watched();
    timeouts.watch(one);
    timeouts.forget(one);
    vi.advanceTimersByTime(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('let the garbage collector free what they no longer watch', () => {
    const timeouts = new IdleTimeouts(1000);
    const running: Watched[] = [];
    timeouts.watch(watched(noop));
    collectAll();
    const before = oldMegabytes();
    for (let i = 0; i < 100_000; i += 1) {
      const call = { ...watched(noop), payload: new Array(200).fill(i) };
      timeouts.watch(call);
      running.push(call);
      if (running.length > 64) timeouts.forget(running.shift() as Watched);
    }
    expect(oldMegabytes() - before).toBeLessThan(4);
  });
});

const noop = vi.fn();

function oldMegabytes(): number {
  return (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0) / 1e6;
}
