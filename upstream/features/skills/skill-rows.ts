import { canonicalSkill } from '#shared/skills/canonical-skill.ts';
import { skillKey } from '#shared/skills/skills.ts';

export interface SkillRow {
  skill_key: string;
  /** The listed name, which everybody sees. */
  label: string;
  /** As its person wrote it. */
  spelling: string;
  position: number;
}

/**
 * The rows of a list of skills in its order: each skill once, under its listed name, with the spelling that came first.
 * `before` are the rows that these replace: a form sends listed names back, which leave the person's own spelling.
 */
export function skillRows(
  spellings: readonly string[],
  before: readonly Pick<SkillRow, 'label' | 'spelling'>[] = [],
): SkillRow[] {
  const own = new Map(before.map((skill) => [skill.label, skill.spelling]));
  const byKey = new Map<string, Omit<SkillRow, 'position'>>();
  for (const spelling of spellings) {
    const label = canonicalSkill(spelling);
    const skill_key = skillKey(label);
    if (!byKey.has(skill_key)) byKey.set(skill_key, { skill_key, label, spelling: own.get(spelling) ?? spelling });
  }
  return [...byKey.values()].map((row, position) => ({ ...row, position }));
}
