import { baseApi } from '#client/store/api/base-api.ts';
import type {
  CreatedInvite,
  InviteLook,
  NewInvite,
  ProjectInvite,
  ProjectInvitesReply,
} from '#shared/api/project-invites.ts';
import type { ProjectInterestReply } from '#shared/api/projects.ts';
import { apiPaths } from '#shared/paths.ts';

/** With the capability `projects.invites`. */
const inviteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    projectInvites: build.query<ProjectInvite[], string>({
      query: (projectId) => apiPaths.projectInvites(projectId),
      transformResponse: ({ items }: ProjectInvitesReply) => items,
      providesTags: ['Interest'],
    }),
    createInvite: build.mutation<CreatedInvite, { projectId: string } & NewInvite>({
      query: ({ projectId, days, uses }) => ({
        url: apiPaths.projectInvites(projectId),
        method: 'POST',
        body: { days, uses } satisfies NewInvite,
      }),
      invalidatesTags: ['Interest'],
    }),
    deleteInvite: build.mutation<unknown, { projectId: string; inviteId: string }>({
      query: ({ projectId, inviteId }) => ({ url: apiPaths.projectInvite(projectId, inviteId), method: 'DELETE' }),
      // Also after a failure: somebody else may have taken it back.
      invalidatesTags: ['Interest'],
    }),
    inviteLook: build.query<InviteLook, string>({
      query: (token) => ({ url: apiPaths.inviteLook, method: 'POST', body: { token } }),
    }),
    acceptInvite: build.mutation<ProjectInterestReply, string>({
      query: (token) => ({ url: apiPaths.inviteAccept, method: 'POST', body: { token } }),
      invalidatesTags: ['Project', 'ProjectList', 'Interest', 'Connections', 'Chats', 'Received', 'Sent'],
    }),
  }),
});

export const {
  useProjectInvitesQuery,
  useCreateInviteMutation,
  useDeleteInviteMutation,
  useInviteLookQuery,
  useAcceptInviteMutation,
} = inviteApi;
