import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ApiCall } from '#client/store/api/base-query/base-query.ts';
import { pageSize, type VisiblePeople, visiblePeople, visibleProjects } from '#client/store/foreign/visible-search.ts';
import { type Asked, type SearchResults, searchIn, setSearchResults } from '#client/store/slices/search-slice.ts';
import { type ApiError, isApiError, localError, unexpectedError } from '#client/text/api-error.ts';
import type { Project } from '#shared/api/projects.ts';
import type { ProjectSearchReply } from '#shared/api/search.ts';
import type { FeedReply, User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import type { Receipt } from './auth-api.ts';
import { baseApi } from './base-api.ts';
import { offers, useCapabilitiesKnown, useCapability } from './capabilities.ts';
import { feedPeople } from './feed/feed-people.ts';
import { filledPage } from './lists/filled-page.ts';
import { peopleApi } from './people-api.ts';
import { projectsApi } from './projects-api.ts';

type Kind = keyof SearchResults['next'];
interface Glance {
  people: User[];
  projects: Project[];
}
type Reply = VisiblePeople | ProjectSearchReply;
type Answer<Data> = { data: Data } | { error: ApiError };
type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** The key under which the slice stores the results of a query, so that a receipt of another query is not taken for theirs. */
export const resultsKey = ({ q, skill, role = '', status = '' }: Asked): string =>
  [q, skill, ...(role || status ? [role, status] : [])].join('\n');

/** The results stand in the search slice only: the cache keeps when they were answered. */
export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<Receipt, Asked>({
      queryFn: async (args, { dispatch, signal }, _extra, call) => {
        const [people, projects] = await Promise.all([
          find<VisiblePeople>('people', args, dispatch, call),
          find<ProjectSearchReply>('projects', args, dispatch, call),
        ]);
        if ('error' in people) return people;
        if ('error' in projects) return projects;
        // A newer query has taken the place of this one.
        if (signal.aborted) return { error: localError('aborted') };
        const at = Date.now();
        dispatch(
          setSearchResults({
            query: resultsKey(args),
            at,
            people: people.data.items,
            projects: projects.data.items,
            next: { people: people.data.nextCursor, projects: projects.data.nextCursor },
            ...reachOf(people.data),
          }),
        );
        return { data: { at } };
      },
      providesTags: ['Found'],
    }),
    /** Adds the next page to the results. */
    searchMore: build.query<Receipt, Asked & { kind: Kind; cursor: string }>({
      queryFn: async ({ kind, ...args }, { dispatch, getState }, _extra, call) => {
        const page = await find<Reply>(kind, args, dispatch, call);
        if ('error' in page) return page;
        const now = searchIn(getState()).results;
        const { items, nextCursor } = page.data;
        if (now?.query === resultsKey(args) && now.next[kind] === args.cursor) {
          const { lookedThrough: _before, ...others } = now;
          dispatch(
            setSearchResults({
              ...(kind === 'people' ? { ...others, ...reachOf(page.data) } : now),
              [kind]: merged<User | Project>(now[kind], items),
              next: { ...now.next, [kind]: nextCursor },
            }),
          );
        }
        return { data: { at: Date.now() } };
      },
    }),
    /** The first people and projects for a text, for a look that leaves the results on the screen Search as they are. */
    glance: build.query<Glance, string>({
      queryFn: async (q, { dispatch }, _extra, call) => {
        const asked = { q, skill: '' };
        const [people, projects] = await Promise.all([
          find<VisiblePeople>('people', asked, dispatch, call),
          find<ProjectSearchReply>('projects', asked, dispatch, call),
        ]);
        if ('error' in people) return people;
        if ('error' in projects) return projects;
        return { data: { people: people.data.items, projects: projects.data.items } };
      },
      providesTags: ['Found'],
    }),
    /** A page of the feed, for a search of an upstream without search. */
    undecidedPeople: build.query<FeedReply, number>({
      query: (page) => ({ url: apiPaths.feed, params: { page, limit: pageSize } }),
    }),
    /** Before a search: some people to look at, and enough to tell which skills are common. */
    newPeople: build.query<FeedReply, void>({
      queryFn: (_arg, _api, _extra, call) => feedPeople(call, { page: 1, limit: limits.page.default }),
    }),
  }),
});

export const { useSearchQuery, useGlanceQuery, useNewPeopleQuery } = searchApi;

/** Whether only the people and projects that the client can load are searched; false until that is known. */
export function useSearchIsPartial(): boolean {
  const known = useCapabilitiesKnown();
  return !useCapability('search') && known;
}

async function find<Found extends Reply>(
  kind: Kind,
  asked: Asked & { cursor?: string },
  dispatch: Dispatch,
  call: (
    call: ApiCall,
  ) => PromiseLike<{ data?: unknown; error?: ApiError | undefined }> | { data?: unknown; error?: ApiError | undefined },
): Promise<Answer<Found>> {
  const offered = await offers(dispatch, 'search');
  if ('error' in offered) return offered;
  if (!offered.data) return findHere(kind, asked, dispatch) as Promise<Answer<Found>>;
  const { q, skill, role, status } = asked;
  const facts = { ...(role && { role }), ...(status && { status }) };
  const url = kind === 'people' ? apiPaths.searchPeople : apiPaths.searchProjects;
  const { data, error } = await filledPage(
    asked.cursor,
    async (cursor) => call({ url, params: { q, skill, cursor, ...(kind === 'projects' && facts) } }),
    (answer) => {
      const found = answer.data as Found | undefined;
      return { isEmpty: found?.items.length === 0, next: found?.nextCursor };
    },
  );
  return error ? { error } : { data: data as Found };
}

function merged<Item extends { _id: string }>(before: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Map([...before, ...more].map((item) => [item._id, item])).values()];
}

function reachOf(reply: Reply): Pick<SearchResults, 'lookedThrough'> {
  return 'lookedThrough' in reply && reply.lookedThrough !== undefined ? { lookedThrough: reply.lookedThrough } : {};
}

/** Searches what the client can load. */
async function findHere(kind: Kind, asked: Asked & { cursor?: string }, dispatch: Dispatch): Promise<Answer<Reply>> {
  const kept = { subscribe: false } as const;
  if (kind === 'projects') {
    const all = answer(await dispatch(projectsApi.endpoints.allProjects.initiate(undefined, kept)));
    return 'error' in all ? all : { data: visibleProjects(all.data, asked) };
  }
  const loaders = {
    feedPage: async (page: number) => answer(await dispatch(searchApi.endpoints.undecidedPeople.initiate(page, kept))),
    connections: async () => {
      const all = answer(await dispatch(peopleApi.endpoints.connections.initiate(undefined, kept)));
      return 'error' in all ? all : { data: all.data.people };
    },
  };
  return visiblePeople(loaders, asked);
}

function answer<Data>({ data, error }: { data?: Data | undefined; error?: unknown }): Answer<Data> {
  if (data !== undefined) return { data };
  return { error: isApiError(error) ? error : unexpectedError };
}
