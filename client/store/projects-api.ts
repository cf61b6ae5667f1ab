import type {
  CreateProject,
  EditProject,
  Project,
  ProjectReply,
  ProjectsReply,
  ProjectViewReply,
} from '#shared/api/projects.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';

export const projectsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null for a project that does not exist where the upstream answers 200 with an empty array. */
    project: build.query<Project | null, string>({
      query: (projectId) => apiPaths.projectView(projectId),
      transformResponse: ({ project }: ProjectViewReply) => (Array.isArray(project) ? null : project),
      providesTags: ['Project'],
    }),
    /**
     * Loading personal projects invalidates the project tag, as specified. RTK Query ignores `invalidatesTags` on a
     * query, so it is dispatched; providing that same tag here would loop.
     */
    personalProjects: build.query<Project[], string>({
      query: (userId) => apiPaths.myProjects(userId),
      transformResponse: (reply: ProjectsReply) => reply.project,
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
      query: () => apiPaths.projectsInterestedAndAccepted,
      transformResponse: (reply: ProjectsReply) => reply.project,
      providesTags: ['ProjectList', 'Interest'],
    }),
    allProjects: build.query<Project[], void>({
      query: () => apiPaths.projects,
      transformResponse: (reply: ProjectsReply) => reply.project,
      providesTags: ['ProjectList'],
    }),
    createProject: build.mutation<Project, CreateProject>({
      query: (body) => ({ url: apiPaths.createProject, method: 'POST', body }),
      transformResponse: (reply: ProjectReply) => reply.project,
      invalidatesTags: ['Project', 'ProjectList'],
    }),
    editProject: build.mutation<Project, { projectId: string; changes: EditProject }>({
      query: ({ projectId, changes }) => ({ url: apiPaths.projectEdit(projectId), method: 'PATCH', body: changes }),
      transformResponse: (reply: ProjectReply) => reply.project,
      invalidatesTags: ['Project', 'ProjectList'],
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
} = projectsApi;
