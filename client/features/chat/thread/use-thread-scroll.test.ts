import { expect, it } from 'vitest';
import { isAtEnd, keptPosition } from './use-thread-scroll.ts';

it('follows within 80 pixels of the end, and not beyond', () => {
  expect(isAtEnd({ scrollTop: 920, clientHeight: 500, scrollHeight: 1500 })).toBe(true);
  expect(isAtEnd({ scrollTop: 919, clientHeight: 500, scrollHeight: 1500 })).toBe(false);
});

it('follows a thread that is shorter than its box', () => {
  expect(isAtEnd({ scrollTop: 0, clientHeight: 500, scrollHeight: 500 })).toBe(true);
});

it('keeps the visible messages in place when older ones are inserted above', () => {
  expect(keptPosition({ scrollTop: 40, scrollHeight: 1000 }, 1600)).toBe(640);
});
