import { expect, it } from 'vitest';
import { occurrences } from './occurrences.ts';

it.each([
  ['Find the word, the WORD', 'word', ['word', 'WORD']],
  ['İstanbul and istanbul', 'tan', ['tan', 'tan']],
  ['İİİ word', 'word', ['word']],
  ['👩‍💻 Word', 'word', ['Word']],
  ['nothing', '', []],
])('marks in %j what says %j', (text, wanted, marked) => {
  expect(occurrences(text, wanted).map(({ start, end }) => text.slice(start, end))).toEqual(marked);
});
