import { skillKey } from './skills.ts';

/**
 * What the spellings of one listed skill have in common: case, width, spaces, dots, hyphens, underscores and slashes count
 * for nothing. `+` and `#` do: C, C++ and C# are three languages. A skill of such marks alone keeps them.
 */
export function foldSpelling(text: string): string {
  const key = skillKey(text);
  return key.replace(/[\s._/‐-]+/gu, '') || key;
}
