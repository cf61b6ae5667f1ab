import { getHeapSpaceStatistics } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAll } from '#runtime/release-memory.ts';
import { IdleTimeouts, type Watched } from './idle-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function speaker(onSilence = vi.fn()) {
  return { silentChecks: 0, index: undefined, onSilence } satisfies Watched;
}

describe('silences', () => {
  it('notices a silence not before its time, and not more than a tenth after it', () => {
    const silences = new IdleTimeouts(1000);
    const early = speaker();
    silences.watch(early);
    vi.advanceTimersByTime(50);
    const late = speaker();
    silences.watch(late);
    vi.advanceTimersByTime(1000);
    expect(late.onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(early.onSilence).toHaveBeenCalledOnce();
    expect(late.onSilence).toHaveBeenCalledOnce();
  });

  it('leaves alone what is heard or forgotten', () => {
    const silences = new IdleTimeouts(1000);
    const [heard, forgotten] = [speaker(), speaker()];
    silences.watch(heard);
    silences.watch(forgotten);
    vi.advanceTimersByTime(900);
    heard.silentChecks = 0;
    silences.forget(forgotten);
    vi.advanceTimersByTime(900);
    expect(heard.onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(heard.onSilence).toHaveBeenCalledOnce();
    expect(forgotten.onSilence).not.toHaveBeenCalled();
  });

  it('hears each of many once, whoever is forgotten before or meanwhile', () => {
    const silences = new IdleTimeouts(1000);
    const many = Array.from({ length: 9 }, () => speaker());
    const forgets = speaker(vi.fn(() => silences.forget(many[7] as Watched)));
    silences.watch(forgets);
    for (const one of many) silences.watch(one);
    silences.forget(many[0] as Watched);
    silences.forget(many[4] as Watched);
    silences.forget(many[4] as Watched);
    silences.watch(many[2] as Watched);
    vi.advanceTimersByTime(3000);
    expect(many.map(({ onSilence }) => onSilence.mock.calls.length)).toEqual([0, 1, 1, 1, 0, 1, 1, 0, 1]);
  });

  it('keeps no timer when there is nobody to watch', () => {
    const silences = new IdleTimeouts(1000);
    const one = speaker();
    silences.watch(one);
    silences.forget(one);
    vi.advanceTimersByTime(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps nobody who is over for the next full collection', () => {
    const silences = new IdleTimeouts(1000);
    const running: Watched[] = [];
    silences.watch(speaker(noop));
    collectAll();
    const before = oldMegabytes();
    for (let i = 0; i < 100_000; i += 1) {
      const call = { ...speaker(noop), payload: new Array(200).fill(i) };
      silences.watch(call);
      running.push(call);
      if (running.length > 64) silences.forget(running.shift() as Watched);
    }
    expect(oldMegabytes() - before).toBeLessThan(4);
  });
});

const noop = vi.fn();

function oldMegabytes(): number {
  return (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0) / 1e6;
}
