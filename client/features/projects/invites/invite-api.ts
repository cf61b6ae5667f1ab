import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { baseApi } from '#client/api/base-api.ts';
import { readInvite, rememberInvite } from '#client/lib/device/pending-links.ts';
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

/**
 * The token of the invitation that was opened in this tab, empty without one. It moves from the fragment of the address,
 * which browsers send to no server, into this tab's storage, where the browser's history does not have it. Without storage it
 * stays in the fragment.
 */
export function useInviteToken(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const fromLink = hash.slice(1);
  // The page keeps its token when the tab forgets it: after an answer, it says what came of it.
  const [token, setToken] = useState(() => fromLink || (readInvite()?.token ?? ''));
  if (fromLink !== '' && fromLink !== token) setToken(fromLink);
  useLayoutEffect(() => {
    if (fromLink === '') return;
    if (readInvite()?.token === fromLink || rememberInvite({ token: fromLink }))
      void navigate(pathname, { replace: true });
  }, [fromLink, navigate, pathname]);
  return token;
}
