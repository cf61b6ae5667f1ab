import { baseApi } from '#client/store/api/base-api.ts';
import type { ApiCall } from '#client/store/api/base-query/base-query.ts';
import { offers } from '#client/store/api/capabilities.ts';
import { filledPage } from '#client/store/api/filled-page.ts';
import type { Asked } from '#client/store/foreign/local-search.ts';
import { visiblePeople, visibleProjects } from '#client/store/foreign/visible-search.ts';
import type { AppDispatch } from '#client/store/make-store.ts';
import { type SearchResults, searchIn, setSearchResults } from '#client/store/slices/search-slice.ts';
import { type ApiError, localError } from '#client/text/api-error.ts';
import type { Project } from '#shared/api/projects.ts';
import type { PeopleSearchReply, ProjectSearchReply } from '#shared/api/search.ts';
import type { User } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';

type Kind = keyof SearchResults['next'];
type Reply = PeopleSearchReply | ProjectSearchReply;
type Answer<Data> = { data: Data } | { error: ApiError };

/** The key under which the slice stores the results of a query, so that a receipt of another query is not taken for theirs. */
export const resultsKey = ({ q, skill }: Asked): string => `${q}\n${skill}`;

/** The results stand in the search slice only: the cache keeps when they were answered. */
export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<{ at: number }, Asked>({
      queryFn: async (args, { dispatch, signal }, _extra, call) => {
        const [people, projects] = await Promise.all([
          find<PeopleSearchReply>('people', args, dispatch, call),
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
          }),
        );
        return { data: { at } };
      },
      providesTags: ['Found'],
    }),
    /** Adds the next page to the results. */
    searchMore: build.query<{ at: number }, Asked & { kind: Kind; cursor: string }>({
      queryFn: async ({ kind, ...args }, { dispatch, getState }, _extra, call) => {
        const page = await find<Reply>(kind, args, dispatch, call);
        if ('error' in page) return page;
        const now = searchIn(getState()).results;
        const { items, nextCursor } = page.data;
        if (now?.query === resultsKey(args) && now.next[kind] === args.cursor)
          dispatch(
            setSearchResults({
              ...now,
              [kind]: merged<User | Project>(now[kind], items),
              next: { ...now.next, [kind]: nextCursor },
            }),
          );
        return { data: { at: Date.now() } };
      },
    }),
  }),
});

export const { useSearchQuery } = searchApi;

async function find<Found extends Reply>(
  kind: Kind,
  asked: Asked & { cursor?: string },
  dispatch: AppDispatch,
  call: (
    call: ApiCall,
  ) => PromiseLike<{ data?: unknown; error?: ApiError | undefined }> | { data?: unknown; error?: ApiError | undefined },
): Promise<Answer<Found>> {
  const offered = await offers(dispatch, 'search');
  if ('error' in offered) return offered;
  if (!offered.data)
    return (kind === 'people' ? visiblePeople(dispatch, asked) : visibleProjects(dispatch, asked)) as Promise<
      Answer<Found>
    >;
  const url = kind === 'people' ? apiPaths.searchPeople : apiPaths.searchProjects;
  const { data, error } = await filledPage(
    asked.cursor,
    async (cursor) => call({ url, params: { ...asked, cursor } }),
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
