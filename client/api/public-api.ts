import type { PublicProfileReply, PublicProjectReply } from '#shared/api/public-pages.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';

interface Subject {
  kind: 'profile' | 'project';
  id: string;
}

const publicApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The name of a published person or project, without a session. An unpublished one fails like an unknown one. */
    publicName: build.query<string, Subject>({
      query: ({ kind, id }) => (kind === 'profile' ? apiPaths.publicProfile(id) : apiPaths.publicProject(id)),
      transformResponse: (reply: PublicProfileReply | PublicProjectReply) =>
        'user' in reply ? reply.user.firstName : reply.project.projectName,
    }),
  }),
});

export const { usePublicNameQuery } = publicApi;
