import type { Asked } from '#client/store/api/search-api.ts';
import { folded } from '#client/text/folded.ts';
import { plainExcerpt } from '#client/text/markdown/plain-excerpt.ts';
import { fullName, skillList } from '#client/text/person.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';

// Searches in the client, for an upstream without search. Sorts like our upstream.

export function searchPeople(people: readonly User[], asked: Asked): User[] {
  const unique = [...new Map(people.map((person) => [person._id, person])).values()];
  return ranked(unique, asked, (person) => ({
    name: fullName(person),
    skills: skillList(person.skills),
    text: `${person.headline ?? ''} ${person.about ?? ''}`,
  }));
}

export function searchProjects(projects: readonly Project[], asked: Asked): Project[] {
  return ranked(projects, asked, (project) => ({
    name: project.projectName ?? '',
    skills: skillList(project.skills),
    text: plainExcerpt(project.description ?? ''),
  }));
}

interface Searched {
  name: string;
  skills: string[];
  text: string;
}

/** Ranks the start of a name first, then a skill, a part of the name, and words of the text. Ties keep their order. */
function ranked<Item>(items: readonly Item[], { q, skill }: Asked, searchedOf: (item: Item) => Searched): Item[] {
  const wanted = folded(q.trim());
  const wantedSkill = skillKey(skill);
  const withRank = items.flatMap((item) => {
    const searched = searchedOf(item);
    const skills = searched.skills.map(skillKey);
    if (wantedSkill !== '' && !skills.includes(wantedSkill)) return [];
    const rank = rankOf(searched, skills, wanted);
    return rank === undefined ? [] : [{ item, rank }];
  });
  return withRank.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

function rankOf({ name, text }: Searched, skills: string[], wanted: string): number | undefined {
  if (wanted === '') return 0;
  const foldedName = folded(name);
  if (foldedName.split(/\s+/).some((word) => word.startsWith(wanted)) || foldedName.startsWith(wanted)) return 0;
  if (skills.includes(skillKey(wanted))) return 1;
  if (foldedName.includes(wanted)) return 2;
  return folded(text).includes(wanted) || skills.some((key) => key.startsWith(wanted)) ? 3 : undefined;
}
