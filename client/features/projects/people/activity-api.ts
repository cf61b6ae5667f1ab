import { baseApi } from '#client/store/api/base-api.ts';
import type { ProjectActivityReply } from '#shared/api/project-activity.ts';
import { apiPaths } from '#shared/paths.ts';

/** How many lines the page shows first. */
const firstLines = 5;

/** With the capability `projects.activity`: page by page, newest first. */
const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    projectActivity: build.infiniteQuery<ProjectActivityReply, string, string>({
      query: ({ queryArg: projectId, pageParam }) => ({
        url: apiPaths.projectActivity(projectId),
        params: pageParam === '' ? { limit: firstLines } : { cursor: pageParam },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      // Not the tag of the project, which each load of the personal projects invalidates.
      providesTags: ['Interest'],
    }),
  }),
});

export const { useProjectActivityInfiniteQuery } = activityApi;
