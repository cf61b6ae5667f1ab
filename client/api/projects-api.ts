import { isMissing } from '#client/lib/text/api-error.ts';
import type {
  CreateProject,
  EditProject,
  Project,
  ProjectDeleted,
  ProjectFilter,
  ProjectReply,
  ProjectsReply,
  ProjectViewReply,
} from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { afterSuccess, baseApi, byCursor } from './base-api.ts';
import { wholeList } from './pages.ts';

interface PersonalProjects {
  userId: string;
  /** How many of the newest projects to load; all of them without it. */
  newest?: number;
}

export const projectsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null for a project that does not exist where the upstream answers 200 with an empty array. */
    project: build.query<Project | null, string>({
      query: (projectId) => apiPaths.projectView(projectId),
      transformResponse: ({ project }: ProjectViewReply) => (Array.isArray(project) ? null : project),
      // A tag with an id is also invalidated by its type alone, which the specification asks for. An id that cannot be one is
      // not asked for again.
      providesTags: (_project, error, projectId) =>
        isMissing(error) && error?.status !== 404 ? [] : [{ type: 'Project', id: projectId }],
    }),
    /**
     * Loading personal projects invalidates the project tag, as specified. RTK Query ignores `invalidatesTags` on a
     * query, so it is dispatched; providing that same tag here would loop.
     */
    personalProjects: build.query<Project[], PersonalProjects>({
      queryFn: ({ userId, newest }, _api, _extra, call) =>
        wholeList(call, { url: apiPaths.myProjects(userId), params: { limit: newest } }, projectsIn, newest),
      onQueryStarted: (_asked, { dispatch, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, () => dispatch(baseApi.util.invalidateTags(['Project']))),
      providesTags: ['ProjectList'],
    }),
    interestedAndAcceptedProjects: build.query<Project[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(call, { url: apiPaths.projectsInterestedAndAccepted }, projectsIn),
      providesTags: ['ProjectList', 'Interest'],
    }),
    allProjects: build.query<Project[], void>({
      query: () => apiPaths.projects,
      transformResponse: (reply: ProjectsReply) => reply.project,
      providesTags: ['ProjectList'],
    }),
    /** The newest projects, for a list beside the content of another screen. */
    newProjects: build.query<Project[], void>({
      query: () => ({ url: apiPaths.projects, params: { limit: limits.newProjects } }),
      transformResponse: (reply: ProjectsReply) => reply.project.slice(0, limits.newProjects),
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
    /**
     * Every project, or with the capability `projects.facts` those of a filter, page by page where the upstream pages;
     * another upstream answers all of them at once.
     */
    exploreProjects: build.infiniteQuery<ProjectsReply, ProjectFilter | undefined, string>({
      query: ({ queryArg, pageParam }) => ({ url: apiPaths.projects, params: { ...queryArg, cursor: pageParam } }),
      infiniteQueryOptions: byCursor,
      providesTags: ['ProjectList'],
    }),
    /** With the capability `projects.delete`. */
    deleteProject: build.mutation<ProjectDeleted, string>({
      query: (projectId) => ({ url: apiPaths.projectDelete(projectId), method: 'DELETE' }),
      // Without the tag of the project itself, which no longer exists and must not be loaded again.
      invalidatesTags: (_result, error) => (error ? [] : ['ProjectList', 'Notifications']),
    }),
    /** Takes a deletion back, where its reply has said that this is possible. */
    restoreProject: build.mutation<unknown, string>({
      query: (projectId) => ({ url: apiPaths.projectRestore(projectId), method: 'POST' }),
      invalidatesTags: ['Project', 'ProjectList', 'Notifications'],
    }),
  }),
});

export const {
  useProjectQuery,
  usePersonalProjectsQuery,
  useInterestedAndAcceptedProjectsQuery,
  useNewProjectsQuery,
  useCreateProjectMutation,
  useEditProjectMutation,
  useExploreProjectsInfiniteQuery,
  useDeleteProjectMutation,
  useRestoreProjectMutation,
} = projectsApi;

const projectsIn = ({ project }: ProjectsReply) => project;
