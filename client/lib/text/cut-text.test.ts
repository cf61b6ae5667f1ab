import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  ['short', 10, 'short'],
  ['abcdef', 3, 'abc'],
  ['ab👍cd', 3, 'ab'],
  ['a👩‍💻b', 4, 'a'],
  ['éé', 3, 'é'],
])('cuts %j to %i', (text, length, cut) => {
  expect(cutText(text.normalize('NFD'), length)).toBe(cut.normalize('NFD'));
});
