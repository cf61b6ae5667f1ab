import { expect, it } from 'vitest';
import { waitInWords } from './wait-in-words.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

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
