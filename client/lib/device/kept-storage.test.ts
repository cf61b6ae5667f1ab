import { expect, it } from 'vitest';
import { mayReplace } from './kept-storage.ts';

const now = Date.now();

it.each([
  ['nothing', undefined, true],
  ['the copy of an older answer', now - 2000, true],
  ['the copy of the same answer, which the user has changed', now - 1000, true],
  ['the copy of a newer answer, which another tab got', now - 500, false],
  ['a copy from the future: the clock was wrong', now + 60_000, true],
])('beside %s, at %s, a copy is written: %s', (_what, at, expected) => {
  expect(mayReplace(at === undefined ? undefined : { at }, { at: now - 1000 })).toBe(expected);
});
