import { expect, it } from 'vitest';
import { namedPieces } from './room-lines.tsx';
import { startOf } from './use-mentions.tsx';

it.each([
  ['@', 0, ''],
  ['hello @ro', 6, 'ro'],
  ['(@Robin M', 1, 'Robin M'],
  ['line\n@r', 5, 'r'],
])('a name is begun in %j', (text, from, typed) => {
  expect(startOf(text, text.length)).toEqual({ from, end: text.length, typed });
});

it.each(['mail@example', 'no name', '@ robin', '@robin  m', '@a\nb'])('no name is begun in %j', (text) => {
  expect(startOf(text, text.length)).toBeUndefined();
});

it('the cursor decides which name is written', () => {
  expect(startOf('@ro and @mi', 3)?.typed).toBe('ro');
});

it('a longer name wins over one that it begins with, and an unknown one stays text', () => {
  const pieces = namedPieces('@Robin Moss, @Robin and @Nobody', ['@Robin', '@Robin Moss']);
  expect(pieces.map(({ piece, isName }) => [piece, isName])).toEqual([
    ['@Robin Moss', true],
    [', ', false],
    ['@Robin', true],
    [' and @Nobody', false],
  ]);
});
