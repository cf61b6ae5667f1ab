import { expect, it } from 'vitest';
import { absoluteTime, clockTime, clockTimeOrDate, relativeTime } from './time.ts';

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

// Written in the reader's own time zone.
it.each([
  [new Date(2026, 5, 14, 11), new Date(2026, 5, 15, 12), 'yesterday'],
  [new Date(2026, 5, 13, 13), new Date(2026, 5, 15, 12), '2d ago'],
  [new Date(2026, 5, 14, 23, 50), new Date(2026, 5, 15, 0, 10), '20m ago'],
  [new Date(2026, 3, 20), new Date(2026, 5, 15), '2mo ago'],
  [new Date(2026, 4, 2), new Date(2026, 5, 15), 'last month'],
  [new Date(2026, 6, 1), new Date(2026, 6, 31), '4w ago'],
  [new Date(2025, 11, 1), new Date(2026, 0, 31), 'last month'],
  [new Date(2025, 4, 1), new Date(2026, 5, 15), 'last year'],
])('%s is at %s called by the calendar: %s', (then, at, words) => {
  expect(relativeTime(then.toISOString(), at.getTime())).toBe(words);
});

it('says the date of a draft that is not from today', () => {
  const [yesterday, today] = [new Date(2026, 5, 14, 23).toISOString(), new Date(2026, 5, 15, 1)];
  expect(clockTimeOrDate(yesterday, today.getTime())).toBe(absoluteTime(yesterday));
  expect(clockTimeOrDate(today.toISOString(), today.getTime())).toBe(clockTime(today.toISOString()));
});
