import { lengthOf, limits } from '../limits.ts';

/**
 * The normalised form of a skill: two texts with the same key are the same skill. canonical-skill.ts knows the other spellings
 * of listed ones.
 */
export function skillKey(skill: string): string {
  return skill.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Trims, drops empty skills and duplicates (keeping the first spelling), and preserves order. Does not enforce limits.
 */
export function normaliseSkills(skills: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const raw of skills) {
    const skill = raw.normalize('NFC').trim().replace(/\s+/g, ' ');
    const key = skillKey(skill);
    if (key !== '' && !byKey.has(key)) byKey.set(key, skill);
  }
  return [...byKey.values()];
}

/** The message for a list of skills that breaks a limit, or undefined when the list is valid. */
export function skillsProblem(skills: readonly string[]): string | undefined {
  if (skills.length > limits.skills.max) return `At most ${limits.skills.max} skills.`;
  if (skills.some((skill) => lengthOf(skill) > limits.skill.max))
    return `A skill has at most ${limits.skill.max} characters.`;
  return undefined;
}
