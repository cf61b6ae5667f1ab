import { skillKey } from '#shared/skills.ts';

export function skillRows(skills: readonly string[]): { skill_key: string; label: string; position: number }[] {
  return skills.map((label, position) => ({ skill_key: skillKey(label), label, position }));
}
