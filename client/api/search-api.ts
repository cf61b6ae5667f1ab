import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { pageSize, type VisiblePeople, visiblePeople, visibleProjects } from '#client/api/compat/search.ts';
import type { Call } from '#client/api/pages.ts';
import { type ApiError, isApiError, unexpectedError } from '#client/lib/text/api-error.ts';
import type { Project } from '#shared/api/projects.ts';
import type { ProjectSearchReply } from '#shared/api/search.ts';
import type { FeedReply, User } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import { hasCapability, useCapability } from './capabilities.ts';
import { peopleApi } from './people-api.ts';
import { projectsApi } from './projects-api.ts';

export interface Asked {
  q: string;
  skill: string;
  /** Only projects that look for this role, or have this status; with the capability `projects.facts`. */
  role?: string;
  status?: string;
}

export interface SearchResults {
  /** The `resultsKey` of what was searched for. */
  query: string;
  people: User[];
  projects: Project[];
  /** The cursor of the next page of each list; null at the end. */
  next: { people: string | null; projects: string | null };
  /** How many undecided people were looked through, where the upstream has no search and there are more of them. */
  lookedThrough?: number;
}

type Kind = keyof SearchResults['next'];
type Reply = VisiblePeople | ProjectSearchReply;
type MoreResults = { items: (User | Project)[]; nextCursor: string | null; lookedThrough?: number };
type Answer<Data> = { data: Data } | { error: ApiError };
type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Tells the results of one search from those of another. */
export const resultsKey = ({ q, skill, role = '', status = '' }: Asked): string =>
  [q, skill, ...(role || status ? [role, status] : [])].join('\n');

/** Screens read the results in the search slice. */
export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<SearchResults, Asked>({
      queryFn: (asked, api, _extra, call) => findBoth(asked, api, call),
      providesTags: ['Found'],
    }),
    searchMore: build.query<MoreResults, Asked & { kind: Kind; cursor: string }>({
      queryFn: ({ kind, ...asked }, api, _extra, call) => find<MoreResults>(kind, asked, api, call),
    }),
    /** The first people and projects for a text, for a look that leaves the results on the screen Search as they are. */
    glance: build.query<Pick<SearchResults, 'people' | 'projects'>, string>({
      queryFn: (q, api, _extra, call) => findBoth({ q, skill: '' }, api, call),
      providesTags: ['Found'],
    }),
    /** A page of the feed, for a search of an upstream without search. */
    undecidedPeople: build.query<FeedReply, number>({
      query: (page) => ({ url: apiPaths.feed, params: { page, limit: pageSize } }),
    }),
  }),
});

export const { useSearchQuery, useGlanceQuery } = searchApi;

/** Whether only the people and projects that the client can load are searched. */
export function useSearchIsPartial(): boolean {
  return !useCapability('search');
}

async function findBoth(asked: Asked, api: Parameters<typeof find>[2], call: Call): Promise<Answer<SearchResults>> {
  const [people, projects] = await Promise.all([
    find<VisiblePeople>('people', asked, api, call),
    find<ProjectSearchReply>('projects', asked, api, call),
  ]);
  if ('error' in people) return people;
  if ('error' in projects) return projects;
  const { lookedThrough } = people.data;
  return {
    data: {
      query: resultsKey(asked),
      people: people.data.items,
      projects: projects.data.items,
      next: { people: people.data.nextCursor, projects: projects.data.nextCursor },
      ...(lookedThrough !== undefined && { lookedThrough }),
    },
  };
}

async function find<Found extends Reply | MoreResults>(
  kind: Kind,
  asked: Asked & { cursor?: string },
  { dispatch, getState }: { dispatch: Dispatch; getState: () => unknown },
  call: Call,
): Promise<Answer<Found>> {
  if (!hasCapability(getState(), 'search')) return findHere(kind, asked, dispatch) as Promise<Answer<Found>>;
  const { q, skill, role, status } = asked;
  const facts = { ...(role && { role }), ...(status && { status }) };
  const url = kind === 'people' ? apiPaths.searchPeople : apiPaths.searchProjects;
  const params = { q, skill, cursor: asked.cursor, ...(kind === 'projects' && facts) };
  const { data, error } = await call({ url, params });
  return error ? { error } : { data: data as Found };
}

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
