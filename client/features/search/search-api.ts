import { baseApi } from '#client/store/api/base-api.ts';
import type { PeopleSearchReply, ProjectSearchReply } from '#shared/api/search.ts';
import type { FeedReply } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';

interface SearchArgs {
  q: string;
  skill: string;
  cursor?: string | undefined;
}

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `search`, like the next. */
    searchPeople: build.query<PeopleSearchReply, SearchArgs>({
      query: (params) => ({ url: apiPaths.searchPeople, params: { ...params } }),
    }),
    searchProjects: build.query<ProjectSearchReply, SearchArgs>({
      query: (params) => ({ url: apiPaths.searchProjects, params: { ...params } }),
    }),
    /** A page of the people who are still undecided, for searching where the upstream cannot. */
    undecidedPeople: build.query<FeedReply, number>({
      query: (page) => ({ url: apiPaths.feed, params: { page, limit: 50 } }),
    }),
  }),
});
