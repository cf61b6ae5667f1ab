import { expect, it } from 'vitest';
import { hour, minute, second } from '#shared/durations.ts';
import { waitInWords } from './wait-in-words.ts';

it.each([
  [0, '1 second'],
  [second, '1 second'],
  [second + 1, '2 seconds'],
  [90 * second, '90 seconds'],
  [90 * second + 1, '2 minutes'],
  [hour, '60 minutes'],
  [90 * minute + 1, '2 hours'],
  [36 * hour, '36 hours'],
  [36 * hour + 1, '2 days'],
  [7 * 24 * hour, '7 days'],
])('a wait of %d ms is told as %s', (ms, words) => {
  expect(waitInWords(ms)).toBe(words);
});
