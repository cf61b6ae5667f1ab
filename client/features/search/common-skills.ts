import { skillKey } from '#shared/skills/skills.ts';

export interface Counted {
  label: string;
  count: number;
}

/** Each skill once, the most frequent first, in the spelling that came first. */
export function commonestFirst(skills: readonly string[]): Counted[] {
  const byKey = new Map<string, { label: string; count: number }>();
  for (const label of skills) {
    const entry = byKey.get(skillKey(label)) ?? { label, count: 0 };
    entry.count += 1;
    byKey.set(skillKey(label), entry);
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count);
}
