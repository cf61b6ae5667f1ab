import { useEffect } from 'react';
import { takeBackWaitingCall } from '#client/device/waiting-calls.ts';
import { useOnline } from '#client/dom/window-state.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import type { ApiQueryFn } from '#client/store/api/base-query/base-query.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import { followStep, inTurn } from '#client/store/api/relations/follow-step.ts';
import { useAppSelector, useAppStore } from '#client/store/hooks.ts';
import type { AppDispatch, RootState } from '#client/store/make-store.ts';
import { ownIn } from '#client/store/slices/auth-slice.ts';
import { failuresCleared } from '#client/store/slices/steps-slice.ts';
import type {
  InterestNote,
  InterestReview,
  Project,
  ProjectInterest,
  ProjectInterestsReply,
  ProjectRelation,
} from '#shared/api/projects.ts';
import { apiPaths } from '#shared/paths.ts';

type Result = Awaited<ReturnType<ApiQueryFn>>;

/** Joining projects: with the capability `projects.interest`. */
export const interestApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The people who ask to join, for the creator. */
    projectInterests: build.query<ProjectInterest[], string>({
      query: (projectId) => apiPaths.projectInterest(projectId),
      transformResponse: (reply: ProjectInterestsReply) => reply.items,
      providesTags: ['Interest'],
    }),
    showInterest: build.mutation<unknown, { projectId: string } & InterestNote>({
      queryFn: ({ projectId, note, role }, { extra }, _options, call) =>
        inTurn<Result>(extra, `project:${projectId}`, async () =>
          call({
            url: apiPaths.projectInterest(projectId),
            method: 'POST',
            body: { ...(note && { note }), ...(role && { role }) } satisfies InterestNote,
            waits: 'Asking to join a project',
          }),
        ),
      onQueryStarted: ({ projectId }, api) =>
        followStep({ key: `project:${projectId}`, action: 'ask' }, api, {
          patch: () => showRelation(api.dispatch, projectId, 'none', 'interested'),
        }),
      // Also after a failure: "already interested" means that the loaded project was outdated.
      invalidatesTags: ['Project', 'Interest'],
    }),
    /**
     * Withdraws the user's interest; a member leaves by the same call. Without a network, asking that still waits never goes
     * out, and withdrawing waits; leaving does not: it depends on what has happened since.
     */
    withdrawInterest: build.mutation<unknown, { projectId: string; isMember: boolean }>({
      queryFn: ({ projectId, isMember }, { extra, getState }, _options, call) => {
        const url = apiPaths.projectInterest(projectId);
        const ownId = ownIn(getState())?._id ?? '';
        if (!navigator.onLine && takeBackWaitingCall(ownId, { method: 'POST', url })) return { data: undefined };
        const waits = isMember ? undefined : 'Taking back to have asked to join a project';
        return inTurn<Result>(extra, `project:${projectId}`, async () => call({ url, method: 'DELETE', waits }));
      },
      onQueryStarted: ({ projectId }, api) => {
        const { data } = projectsApi.endpoints.project.select(projectId)(api.getState() as RootState);
        return followStep({ key: `project:${projectId}`, action: 'leave' }, api, {
          patch: () => showRelation(api.dispatch, projectId, data?.viewer?.relation ?? 'interested', 'none'),
        });
      },
      // A member who leaves also leaves the room.
      invalidatesTags: ['Project', 'Interest', 'Chats'],
    }),
    /** Accepting also lets the two chat, so they may be connected afterwards. */
    reviewInterest: build.mutation<
      unknown,
      { projectId: string; interestId: string; status: 'accepted' | 'rejected'; note?: string }
    >({
      query: ({ status, interestId, note }) => ({
        url: apiPaths.projectInterestReview(status, interestId),
        method: 'POST',
        ...(note && { body: { note } satisfies InterestReview }),
      }),
      onQueryStarted: ({ projectId, interestId, status }, api) =>
        followStep({ key: `interest:${interestId}`, action: status }, api, {
          patch: () =>
            takeFromInterests(
              { dispatch: api.dispatch, getState: () => api.getState() as RootState },
              { projectId, interestId },
            ),
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
  useProjectInterestsQuery,
  useShowInterestMutation,
  useWithdrawInterestMutation,
  useReviewInterestMutation,
} = interestApi;

/** Shows the viewer's new relation on the loaded project. Returns how to take that back. */
function showRelation(
  dispatch: AppDispatch,
  projectId: string,
  from: ProjectRelation,
  to: ProjectRelation,
): () => void {
  const change = (expected: ProjectRelation, next: ProjectRelation) =>
    dispatch(
      projectsApi.util.updateQueryData('project', projectId, (project) => {
        if (project?.viewer?.relation === expected) project.viewer.relation = next;
      }),
    );
  change(from, to);
  return () => void change(to, from);
}

/** Takes an answered interest out of the loaded list and the project's count. Returns how to take that back. */
function takeFromInterests(
  { dispatch, getState }: { dispatch: AppDispatch; getState: () => RootState },
  { projectId, interestId }: { projectId: string; interestId: string },
): () => void {
  const known = interestApi.endpoints.projectInterests.select(projectId)(getState()).data;
  const index = known?.findIndex(({ _id }) => _id === interestId) ?? -1;
  const interest = known?.[index];
  if (!interest) return () => undefined;
  const change = (by: 1 | -1, next: (interests: ProjectInterest[]) => ProjectInterest[]) => {
    dispatch(interestApi.util.updateQueryData('projectInterests', projectId, next));
    dispatch(
      projectsApi.util.updateQueryData('project', projectId, (project) => {
        if (project?.interestedCount !== undefined) project.interestedCount += by;
      }),
    );
  };
  change(-1, (interests) => interests.filter(({ _id }) => _id !== interestId));
  return () =>
    change(1, (interests) =>
      interests.some(({ _id }) => _id === interestId) ? interests : interests.toSpliced(index, 0, interest),
    );
}

/** The viewer’s relation to a project, the failure of the last step, and the two steps: asking to join, and leaving. */
export function useProjectRelation({ _id: projectId, viewer }: Pick<Project, '_id' | 'viewer'>) {
  const store = useAppStore();
  const key = `project:${projectId}`;
  const failure = useAppSelector((state) => state.steps[key]?.failure);
  const isAsking = useAppSelector((state) => state.steps[key]?.current?.action === 'ask');
  const online = useOnline();
  const [showInterest] = useShowInterestMutation();
  const [withdraw] = useWithdrawInterestMutation();
  useEffect(() => void store.dispatch(failuresCleared(key)), [store, key]);

  /** Resolves to whether the step succeeded; a second press of the same step sends nothing. */
  const take = async (action: string, call: () => PromiseLike<{ error?: unknown }>): Promise<boolean> => {
    if (store.getState().steps[key]?.current?.action === action) return false;
    return (await call()).error === undefined;
  };
  return {
    relation: viewer?.relation ?? 'none',
    /** Asking has not left this device. */
    isWaiting: isAsking && !online,
    failure: failure?.message,
    ask: (asked: InterestNote) => take('ask', () => showInterest({ projectId, ...asked })),
    leave: () => take('leave', () => withdraw({ projectId, isMember: viewer?.relation === 'accepted' })),
  };
}
