import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { mute, readMuted, unmute, useMuted } from './muted.ts';

afterEach(() => localStorage.clear());

describe('muted people', () => {
  it('are kept per user of this device, each once', () => {
    mute('me', { _id: 'a', name: 'Ada' });
    mute('me', { _id: 'a', name: 'Ada B' });
    expect(readMuted('me')).toEqual([{ _id: 'a', name: 'Ada B' }]);
    expect(readMuted('someone else')).toEqual([]);
  });

  it('are the same object while nothing changes, so that a screen does not render again', () => {
    mute('me', { _id: 'a', name: 'Ada' });
    const { result, rerender } = renderHook(() => useMuted('me'));
    const before = result.current;
    rerender();
    expect(result.current).toEqual([{ _id: 'a', name: 'Ada' }]);
    expect(result.current).toBe(before);
  });

  it('can be unmuted', () => {
    mute('me', { _id: 'a', name: 'Ada' });
    unmute('me', 'a');
    expect(readMuted('me')).toEqual([]);
  });
});
