import type { Asked } from '#client/api/search-api.ts';
import type { ApiError } from '#client/lib/text/api-error.ts';
import { folded } from '#client/lib/text/folded.ts';
import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { fullName, skillList } from '#client/lib/text/person.ts';
import type { Project } from '#shared/api/projects.ts';
import type { PeopleSearchReply, ProjectSearchReply } from '#shared/api/search.ts';
import type { FeedReply, User } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';

// For an upstream without search: through the people and projects that the client can load.

/** How many people one page of the feed holds for a search. */
export const pageSize = 50;
/** How many feed pages one search loads. */
const pagesPerLook = 4;

type Answer<Data> = { data: Data } | { error: ApiError };

interface Loaders {
  /** A page of the feed, from 1 on. */
  feedPage: (page: number) => Promise<Answer<FeedReply>>;
  connections: () => Promise<Answer<readonly User[]>>;
}

export type VisiblePeople = PeopleSearchReply & { lookedThrough?: number };

/** Loads four pages of undecided people, from the page that the cursor names; the first load adds the connections. */
export async function visiblePeople(
  { feedPage, connections }: Loaders,
  { cursor, ...asked }: Asked & { cursor?: string | undefined },
): Promise<Answer<VisiblePeople>> {
  const first = cursor === undefined ? 1 : Number(cursor);
  const numbers = Array.from({ length: pagesPerLook }, (_, index) => first + index);
  const [connected, ...pages] = await Promise.all([
    first === 1 ? connections() : { data: [] },
    ...numbers.map((page) => feedPage(page)),
  ]);
  const people: (User | null)[] = [];
  for (const list of [connected, ...pages]) {
    if ('error' in list) return list;
    people.push(...list.data);
  }
  const last = pages.at(-1);
  const isMore = last !== undefined && 'data' in last && last.data.length >= pageSize;
  return {
    data: {
      items: searchPeople(
        people.filter((person) => person !== null),
        asked,
      ),
      nextCursor: isMore ? String(first + pagesPerLook) : null,
      ...(isMore && { lookedThrough: (first + pagesPerLook - 1) * pageSize }),
    },
  };
}

export function visibleProjects(all: readonly Project[], asked: Asked): ProjectSearchReply {
  return { items: searchProjects(all, asked), nextCursor: null };
}

/** Sorts like our upstream. */
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
