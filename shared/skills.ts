import { limits } from './limits.ts';

/** The identity of a skill: two spellings with the same key are the same skill. */
export function skillKey(skill: string): string {
  return skill.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Trims, drops empty ones, and keeps the first spelling of each skill, in order. Does not enforce the limits. */
export function normaliseSkills(skills: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const raw of skills) {
    const skill = raw.normalize('NFC').trim().replace(/\s+/g, ' ');
    const key = skillKey(skill);
    if (key !== '' && !byKey.has(key)) byKey.set(key, skill);
  }
  return [...byKey.values()];
}

/** The sentence to show when a list of skills breaks a limit, or undefined when it is fine. */
export function skillsProblem(skills: readonly string[]): string | undefined {
  if (skills.length > limits.skills.max) return `At most ${limits.skills.max} skills.`;
  if (skills.some((skill) => skill.length > limits.skill.max))
    return `A skill has at most ${limits.skill.max} characters.`;
  return undefined;
}
