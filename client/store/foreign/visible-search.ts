import { baseApi } from '#client/store/api/base-api.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { feedPeople } from '#client/store/api/feed-people.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import type { AppDispatch } from '#client/store/make-store.ts';
import { type ApiError, isApiError, unexpectedError } from '#client/text/api-error.ts';
import type { PeopleSearchReply, ProjectSearchReply } from '#shared/api/search.ts';
import type { FeedReply, User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { type Asked, searchPeople, searchProjects } from './local-search.ts';

// Search for an upstream without search: through the people and projects that the client can load.

const pageSize = 50;
/** How many feed pages one search loads. */
const pagesPerLook = 4;

/** Whether only what the client can load is searched; false until that is known. */
export function useSearchesHere(): boolean {
  const known = useCapabilitiesKnown();
  return !useCapability('search') && known;
}

/** How many undecided people were looked through before the page that a cursor names. */
export function lookedThrough(cursor: string): number {
  return (Number(cursor) - 1) * pageSize;
}

export const visibleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    undecidedPeople: build.query<FeedReply, number>({
      query: (page) => ({ url: apiPaths.feed, params: { page, limit: pageSize } }),
    }),
    /** Before a search: some people to look at, and enough to tell which skills are common. */
    newPeople: build.query<FeedReply, void>({
      queryFn: (_arg, _api, _extra, call) => feedPeople(call, { page: 1, limit: limits.page.default }),
    }),
  }),
});

export const { useNewPeopleQuery } = visibleApi;

const kept = { subscribe: false } as const;

type Answer<Data> = { data: Data } | { error: ApiError };

/** Loads four pages of undecided people, from the page that the cursor names; the first load adds the connections. */
export function visiblePeople(
  dispatch: AppDispatch,
  { cursor, ...asked }: Asked & { cursor?: string | undefined },
): Promise<Answer<PeopleSearchReply>> {
  return answer(async () => {
    const first = cursor === undefined ? 1 : Number(cursor);
    const numbers = Array.from({ length: pagesPerLook }, (_, index) => first + index);
    const [connected, ...pages] = await Promise.all([
      first === 1 ? connections(dispatch) : [],
      ...numbers.map((page) => dispatch(visibleApi.endpoints.undecidedPeople.initiate(page, kept)).unwrap()),
    ]);
    const people = [connected, ...pages].flat().filter((person) => person !== null);
    const isMore = (pages.at(-1)?.length ?? 0) >= pageSize;
    return { items: searchPeople(people, asked), nextCursor: isMore ? String(first + pagesPerLook) : null };
  });
}

export function visibleProjects(dispatch: AppDispatch, asked: Asked): Promise<Answer<ProjectSearchReply>> {
  return answer(async () => {
    const all = await dispatch(projectsApi.endpoints.allProjects.initiate(undefined, kept)).unwrap();
    return { items: searchProjects(all, asked), nextCursor: null };
  });
}

async function connections(dispatch: AppDispatch): Promise<User[]> {
  return (await dispatch(peopleApi.endpoints.connections.initiate(undefined, kept)).unwrap()).people;
}

async function answer<Data>(look: () => Promise<Data>): Promise<Answer<Data>> {
  try {
    return { data: await look() };
  } catch (error) {
    return { error: isApiError(error) ? error : unexpectedError };
  }
}
