import { catalogue } from './catalogue.ts';
import { foldSpelling } from './fold-spelling.ts';
import { skillKey } from './skills.ts';

const nameOf = new Map<string, string>();
for (const { name, spellings, misspellings } of catalogue.skills)
  for (const each of [name, ...spellings, ...misspellings]) nameOf.set(foldSpelling(each), name);

/**
 * The name that everybody sees: the listed one, however the skill is spelt, else the text as its person wrote it. Only the
 * whole text counts: “go” is Go, “go cart” stays as it is.
 */
export function canonicalSkill(text: string): string {
  return nameOf.get(foldSpelling(text)) ?? text;
}

/** The key of a skill in rows, filters and matches: one for all spellings of a listed skill. */
export function canonicalKey(text: string): string {
  return skillKey(canonicalSkill(text));
}
