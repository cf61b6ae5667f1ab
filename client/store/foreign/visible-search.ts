import type { Asked } from '#client/store/api/search-api.ts';
import type { ApiError } from '#client/text/api-error.ts';
import type { Project } from '#shared/api/projects.ts';
import type { PeopleSearchReply, ProjectSearchReply } from '#shared/api/search.ts';
import type { FeedReply, User } from '#shared/api/users.ts';
import { searchPeople, searchProjects } from './local-search.ts';

// Search for an upstream without search: through the people and projects that the client can load.

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
