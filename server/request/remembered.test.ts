import { describe, expect, it, vi } from 'vitest';
import { remembered } from './remembered.ts';

describe('a remembered function', () => {
  it('is asked once for each text, and never keeps more than its limit', () => {
    const decide = vi.fn((text: string) => text.toUpperCase());
    const fast = remembered(decide, 2);
    expect([fast('a'), fast('b'), fast('a'), fast('c'), fast('c')]).toEqual(['A', 'B', 'A', 'C', 'C']);
    expect(decide).toHaveBeenCalledTimes(3);
    fast('a');
    expect(decide).toHaveBeenCalledTimes(4);
  });

  it('keeps no long texts', () => {
    const decide = vi.fn((text: string) => text.length);
    const fast = remembered(decide);
    expect([fast('x'.repeat(5000)), fast('x'.repeat(5000))]).toEqual([5000, 5000]);
    expect(decide).toHaveBeenCalledTimes(2);
  });
});
