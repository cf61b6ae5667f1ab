import { expect, it } from 'vitest';
import { relativeTime } from './time.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');
const minute = 60_000;

it.each([
  [0, 'just now'],
  [3 * minute, '3m ago'],
  [61 * minute, '1h ago'],
  [30 * 60 * minute, 'yesterday'],
  [3 * 24 * 60 * minute, '3d ago'],
  [8 * 24 * 60 * minute, 'last week'],
])('what was %i ms ago is short', (ago, words) => {
  expect(relativeTime(new Date(now - ago).toISOString(), now)).toBe(words);
});

it('is empty for an invalid time', () => {
  expect(relativeTime('never', now)).toBe('');
});
