import type { ApiError } from '#client/text/api-error.ts';
import type {
  CreateProject,
  EditProject,
  InterestNote,
  Project,
  ProjectInterest,
  ProjectInterestsReply,
  ProjectReply,
  ProjectsReply,
  ProjectViewReply,
} from '#shared/api/projects.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import type { ApiCall, ApiQueryFn } from './base-query.ts';
import { tidyProject } from './tidy-project.ts';

export const projectsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null for a project that does not exist where the upstream answers 200 with an empty array. */
    project: build.query<Project | null, string>({
      query: (projectId) => apiPaths.projectView(projectId),
      transformResponse: ({ project }: ProjectViewReply) => (Array.isArray(project) ? null : tidyProject(project)),
      // With its id: invalidating the type alone, as specified, reaches it too.
      providesTags: (_project, _error, projectId) => [{ type: 'Project', id: projectId }],
    }),
    /**
     * Loading personal projects invalidates the project tag, as specified. RTK Query ignores `invalidatesTags` on a
     * query, so it is dispatched; providing that same tag here would loop.
     */
    personalProjects: build.query<Project[], string>({
      queryFn: (userId, _api, _extra, call) => wholeList(apiPaths.myProjects(userId), call),
      onQueryStarted: async (_userId, { dispatch, queryFulfilled }) => {
        try {
          await queryFulfilled;
          dispatch(baseApi.util.invalidateTags(['Project']));
        } catch {
          // The screen shows it.
        }
      },
      providesTags: ['ProjectList'],
    }),
    interestedAndAcceptedProjects: build.query<Project[], void>({
      queryFn: (_arg, _api, _extra, call) => wholeList(apiPaths.projectsInterestedAndAccepted, call),
      providesTags: ['ProjectList', 'Interest'],
    }),
    allProjects: build.query<Project[], void>({
      query: () => apiPaths.projects,
      transformResponse: (reply: ProjectsReply) => reply.project.map(tidyProject),
      providesTags: ['ProjectList'],
    }),
    createProject: build.mutation<Project, CreateProject>({
      query: (body) => ({ url: apiPaths.createProject, method: 'POST', body }),
      transformResponse: (reply: ProjectReply) => tidyProject(reply.project),
      invalidatesTags: ['Project', 'ProjectList'],
    }),
    editProject: build.mutation<Project, { projectId: string; changes: EditProject }>({
      query: ({ projectId, changes }) => ({ url: apiPaths.projectEdit(projectId), method: 'PATCH', body: changes }),
      transformResponse: (reply: ProjectReply) => tidyProject(reply.project),
      invalidatesTags: ['Project', 'ProjectList'],
    }),
    /** Every project, page by page where the upstream pages; another upstream answers all of them at once. */
    exploreProjects: build.infiniteQuery<ProjectsReply, void, string>({
      query: ({ pageParam }) => ({ url: apiPaths.projects, params: { cursor: pageParam } }),
      transformResponse: (reply: ProjectsReply) => ({ ...reply, project: reply.project.map(tidyProject) }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      providesTags: ['ProjectList'],
    }),
    /** With the capability `projects.delete`. */
    deleteProject: build.mutation<unknown, string>({
      query: (projectId) => ({ url: apiPaths.projectDelete(projectId), method: 'DELETE' }),
      // The project itself is not asked for again: it is gone, and its screen is about to be left.
      invalidatesTags: (_result, error) => (error ? [] : ['ProjectList']),
    }),
    /** With the capability `projects.interest`, as are the calls below: who asks to join, for the creator. */
    projectInterests: build.query<ProjectInterest[], string>({
      query: (projectId) => apiPaths.projectInterest(projectId),
      transformResponse: (reply: ProjectInterestsReply) => reply.items,
      providesTags: ['Interest'],
    }),
    showInterest: build.mutation<unknown, { projectId: string; note?: string }>({
      query: ({ projectId, note }) => ({
        url: apiPaths.projectInterest(projectId),
        method: 'POST',
        body: (note ? { note } : {}) satisfies InterestNote,
      }),
      // After a failure too: "already interested" means that this screen was behind.
      invalidatesTags: ['Project', 'Interest'],
    }),
    /** Withdraws the own interest; a member leaves by it. */
    withdrawInterest: build.mutation<unknown, string>({
      query: (projectId) => ({ url: apiPaths.projectInterest(projectId), method: 'DELETE' }),
      invalidatesTags: ['Project', 'Interest'],
    }),
    /** Accepting also lets the two chat, so they may be connected afterwards. */
    reviewInterest: build.mutation<unknown, { status: 'accepted' | 'rejected'; interestId: string }>({
      query: ({ status, interestId }) => ({
        url: apiPaths.projectInterestReview(status, interestId),
        method: 'POST',
      }),
      invalidatesTags: (_result, _error, { status }) => [
        'Project',
        'ProjectList',
        'Interest',
        'Notifications',
        ...(status === 'accepted' ? (['Connections', 'Chats', 'Received', 'Sent'] as const) : []),
      ],
    }),
  }),
});

export const {
  useProjectQuery,
  usePersonalProjectsQuery,
  useInterestedAndAcceptedProjectsQuery,
  useAllProjectsQuery,
  useCreateProjectMutation,
  useEditProjectMutation,
  useExploreProjectsInfiniteQuery,
  useDeleteProjectMutation,
  useProjectInterestsQuery,
  useShowInterestMutation,
  useWithdrawInterestMutation,
  useReviewInterestMutation,
} = projectsApi;

/** Ours pages these lists by fifty; another upstream answers the whole of them at once. */
const maxPages = 10;

type Call = (args: string | ApiCall) => ReturnType<ApiQueryFn>;

async function wholeList(path: string, call: Call): Promise<{ data: Project[] } | { error: ApiError }> {
  const projects: Project[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const result = await call(cursor ? { url: path, params: { cursor } } : path);
    if (result.error) return { error: result.error };
    const reply = result.data as ProjectsReply;
    projects.push(...reply.project.map(tidyProject));
    cursor = reply.nextCursor;
    if (!cursor) break;
  }
  return { data: projects };
}
