import { baseApi } from '#client/store/api/base-api.ts';
import type { PeopleSearchReply, ProjectSearchReply } from '#shared/api/search.ts';
import { apiPaths } from '#shared/paths.ts';
import type { Asked } from './local-search.ts';
import { visiblePeople, visibleProjects } from './visible-search.ts';

export interface SearchArgs extends Asked {
  /** Whether the upstream searches (capability `search`), or the client through what it can see. */
  atUpstream: boolean;
  cursor?: string | undefined;
}

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    foundPeople: build.query<PeopleSearchReply, SearchArgs>({
      queryFn: async ({ atUpstream, ...asked }, { dispatch }, _extra, call) => {
        if (!atUpstream) return visiblePeople(dispatch, asked);
        const { data, error } = await call({ url: apiPaths.searchPeople, params: asked });
        return error ? { error } : { data: data as PeopleSearchReply };
      },
      providesTags: ['Found'],
    }),
    foundProjects: build.query<ProjectSearchReply, SearchArgs>({
      queryFn: async ({ atUpstream, ...asked }, { dispatch }, _extra, call) => {
        if (!atUpstream) return visibleProjects(dispatch, asked);
        const { data, error } = await call({ url: apiPaths.searchProjects, params: asked });
        return error ? { error } : { data: data as ProjectSearchReply };
      },
      providesTags: ['Found'],
    }),
  }),
});

export const { useFoundPeopleQuery, useFoundProjectsQuery } = searchApi;
