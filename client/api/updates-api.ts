import type {
  FollowedUpdatesReply,
  NewUpdate,
  ProjectUpdate,
  ProjectUpdatesReply,
} from '#shared/api/project-updates.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi, byCursor } from './base-api.ts';

/** How many updates a list shows first. */
const firstUpdates = 3;

const pageOf = (cursor: string) => (cursor === '' ? { limit: firstUpdates } : { cursor });

/** With the capability `projects.updates`. */
const updatesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    projectUpdates: build.infiniteQuery<ProjectUpdatesReply, string, string>({
      query: ({ queryArg: projectId, pageParam }) => ({
        url: apiPaths.projectUpdates(projectId),
        params: pageOf(pageParam),
      }),
      infiniteQueryOptions: byCursor,
      // Not the tag of the project, which each load of the personal projects invalidates.
      providesTags: ['Interest'],
    }),
    /** Of the projects that the user follows. */
    followedUpdates: build.infiniteQuery<FollowedUpdatesReply, void, string>({
      query: ({ pageParam }) => ({ url: apiPaths.followedUpdates, params: pageOf(pageParam) }),
      infiniteQueryOptions: byCursor,
      providesTags: ['ProjectList'],
    }),
    postUpdate: build.mutation<ProjectUpdate, { projectId: string } & NewUpdate>({
      query: ({ projectId, ...body }) => ({
        url: apiPaths.projectUpdates(projectId),
        method: 'POST',
        body: body satisfies NewUpdate,
      }),
      invalidatesTags: ['Interest'],
    }),
    deleteUpdate: build.mutation<unknown, { projectId: string; updateId: string }>({
      query: ({ projectId, updateId }) => ({ url: apiPaths.projectUpdate(projectId, updateId), method: 'DELETE' }),
      // Also after a failure: somebody else may have deleted it.
      invalidatesTags: ['Interest', 'ProjectList'],
    }),
    followProject: build.mutation<unknown, { projectId: string; follows: boolean }>({
      query: ({ projectId, follows }) => ({
        url: apiPaths.projectFollow(projectId),
        method: follows ? 'PUT' : 'DELETE',
      }),
      invalidatesTags: ['Project', 'ProjectList'],
    }),
  }),
});

export const {
  useProjectUpdatesInfiniteQuery,
  useFollowedUpdatesInfiniteQuery,
  usePostUpdateMutation,
  useDeleteUpdateMutation,
  useFollowProjectMutation,
} = updatesApi;
