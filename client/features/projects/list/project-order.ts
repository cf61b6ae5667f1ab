import { skillList } from '#client/text/person.ts';
import { bySkill } from '#client/text/shared-skills.ts';
import type { Project } from '#shared/api/projects.ts';
import { skillKey } from '#shared/skills/skills.ts';

export type ProjectOrder = 'newest' | 'name';

/** The projects with a skill, in the given order. Without creation times, the upstream lists the oldest first. */
export function arrange(projects: readonly Project[], order: ProjectOrder, skill: string): Project[] {
  const wanted = skillKey(skill);
  const found = projects.filter(
    (project) => wanted === '' || skillList(project.skills).some((own) => skillKey(own) === wanted),
  );
  if (order === 'name') return found.sort((a, b) => a.projectName.localeCompare(b.projectName));
  if (!found.every((project) => project.createdAt !== undefined)) return found.reverse();
  return found.sort((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''));
}

/** The skills in these projects, the most used first, each once. */
export function skillsIn(projects: readonly Project[]): string[] {
  const uses = new Map<string, { skill: string; count: number }>();
  for (const project of projects) {
    for (const skill of skillList(project.skills)) {
      const known = uses.get(skillKey(skill));
      if (known) known.count += 1;
      else uses.set(skillKey(skill), { skill, count: 1 });
    }
  }
  return [...uses.values()].sort((a, b) => b.count - a.count || bySkill(a.skill, b.skill)).map((use) => use.skill);
}
