import { baseApi, byCursor } from '#client/api/base-api.ts';
import type { ProjectActivityReply } from '#shared/api/project-updates.ts';
import type { MemberRole, OwnerOffer } from '#shared/api/projects.ts';
import { apiPaths } from '#shared/paths.ts';

interface MemberKey {
  projectId: string;
  userId: string;
}

/** With the capability `projects.members`. Also after a failure the loaded project may be outdated: others change it too. */
export const memberApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    setMemberRole: build.mutation<unknown, MemberKey & MemberRole>({
      query: ({ projectId, userId, role }) => ({
        url: apiPaths.projectMember(projectId, userId),
        method: 'PATCH',
        body: { role } satisfies MemberRole,
      }),
      invalidatesTags: ['Project'],
    }),
    removeMember: build.mutation<unknown, MemberKey>({
      query: ({ projectId, userId }) => ({ url: apiPaths.projectMember(projectId, userId), method: 'DELETE' }),
      invalidatesTags: ['Project', 'ProjectList', 'Interest'],
    }),
    offerProject: build.mutation<unknown, MemberKey>({
      query: ({ projectId, userId }) => ({
        url: apiPaths.projectOwner(projectId),
        method: 'POST',
        body: { userId } satisfies OwnerOffer,
      }),
      invalidatesTags: ['Project'],
    }),
    /** Takes the user's offer back, or declines the one to the user. */
    endOffer: build.mutation<unknown, string>({
      query: (projectId) => ({ url: apiPaths.projectOwner(projectId), method: 'DELETE' }),
      invalidatesTags: ['Project', 'Notifications'],
    }),
    acceptProject: build.mutation<unknown, string>({
      query: (projectId) => ({ url: apiPaths.projectOwnerAccept(projectId), method: 'POST' }),
      invalidatesTags: ['Project', 'ProjectList', 'Interest', 'Notifications'],
    }),
  }),
});

export const {
  useSetMemberRoleMutation,
  useRemoveMemberMutation,
  useOfferProjectMutation,
  useEndOfferMutation,
  useAcceptProjectMutation,
} = memberApi;

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
      infiniteQueryOptions: byCursor,
      // Not the tag of the project, which each load of the personal projects invalidates.
      providesTags: ['Interest'],
    }),
  }),
});

export const { useProjectActivityInfiniteQuery } = activityApi;
