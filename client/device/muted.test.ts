import { afterEach, describe, expect, it } from 'vitest';
import { mute, readMuted, unmute } from './muted.ts';

afterEach(() => localStorage.clear());

describe('muted people', () => {
  it('are kept per user of this device, each once', () => {
    mute('me', { _id: 'a', name: 'Ada' });
    mute('me', { _id: 'a', name: 'Ada B' });
    expect(readMuted('me')).toEqual([{ _id: 'a', name: 'Ada B' }]);
    expect(readMuted('someone else')).toEqual([]);
  });

  it('keep their identity while nothing changes, so that a screen does not render for nothing', () => {
    mute('me', { _id: 'a', name: 'Ada' });
    expect(readMuted('me')).toBe(readMuted('me'));
  });

  it('can be heard again', () => {
    mute('me', { _id: 'a', name: 'Ada' });
    unmute('me', 'a');
    expect(readMuted('me')).toEqual([]);
  });
});
