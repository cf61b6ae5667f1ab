import { useState } from 'react';
import { baseApi } from '#client/api/base-api.ts';
import { projectsApi } from '#client/api/projects-api.ts';
import { takeBackWaitingCall } from '#client/lib/device/waiting-calls.ts';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { ownIn } from '#client/state/slices/auth-slice.ts';
import type {
  InterestNote,
  InterestReview,
  Project,
  ProjectInterest,
  ProjectInterestsReply,
  ProjectRelation,
} from '#shared/api/projects.ts';
import { apiPaths } from '#shared/paths.ts';

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
      query: ({ projectId, note, role }) => ({
        url: apiPaths.projectInterest(projectId),
        method: 'POST',
        body: { ...(note && { note }), ...(role && { role }) } satisfies InterestNote,
        waits: 'Asking to join a project',
      }),
      onQueryStarted: ({ projectId }, { dispatch, queryFulfilled }): void => {
        queryFulfilled.catch(dispatch(showRelation(projectId, 'interested')).undo);
      },
      // Also after a failure: "already interested" means that the loaded project was outdated.
      invalidatesTags: ['Project', 'Interest'],
    }),
    /**
     * Withdraws the user's interest; a member leaves by the same call. Without a network, asking that still waits never goes
     * out, and withdrawing waits; leaving does not: it depends on what has happened since.
     */
    withdrawInterest: build.mutation<unknown, { projectId: string; isMember: boolean }>({
      queryFn: async ({ projectId, isMember }, { dispatch, getState }, _options, call) => {
        const url = apiPaths.projectInterest(projectId);
        const ownId = ownIn(getState())?._id ?? '';
        if (!navigator.onLine && takeBackWaitingCall(ownId, { method: 'POST', url })) return { data: undefined };
        // Asking reaches the upstream first.
        await dispatch(interestApi.util.getRunningMutationThunk('showInterest', askKey(projectId)));
        const waits = isMember ? undefined : 'Taking back to have asked to join a project';
        return call({ url, method: 'DELETE', waits });
      },
      onQueryStarted: ({ projectId }, { dispatch, queryFulfilled }): void => {
        queryFulfilled.catch(dispatch(showRelation(projectId, 'none')).undo);
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
      onQueryStarted: ({ projectId, interestId }, { dispatch, queryFulfilled }): void => {
        const list = dispatch(
          interestApi.util.updateQueryData('projectInterests', projectId, (interests) =>
            interests.filter(({ _id }) => _id !== interestId),
          ),
        );
        const count = dispatch(
          projectsApi.util.updateQueryData('project', projectId, (project) => {
            if (project?.interestedCount !== undefined) project.interestedCount -= 1;
          }),
        );
        queryFulfilled.catch(() => {
          list.undo();
          count.undo();
        });
      },
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

export const { useProjectInterestsQuery, useShowInterestMutation, useWithdrawInterestMutation } = interestApi;

/** The key of asking to join a project in RTK Query's cache. */
export const askKey = (projectId: string) => `ask:${projectId}`;

const showRelation = (projectId: string, relation: ProjectRelation) =>
  projectsApi.util.updateQueryData('project', projectId, (project) => {
    if (project?.viewer) project.viewer.relation = relation;
  });

/** The viewer’s relation to a project, the failure of the last step, and the two steps: asking to join, and leaving. */
export function useProjectRelation({ _id: projectId, viewer }: Pick<Project, '_id' | 'viewer'>) {
  const online = useOnline();
  const [showInterest, asking] = useShowInterestMutation({ fixedCacheKey: askKey(projectId) });
  const [withdraw, leaving] = useWithdrawInterestMutation({ fixedCacheKey: `leave:${projectId}` });
  // Failures of an earlier visit are gone.
  const [since] = useState(() => Date.now());
  const relation = viewer?.relation ?? 'none';
  // Patches of the cache reach the screen with the next frame, and a second press may come before it.
  const [shown, setShown] = useState<ProjectRelation>();
  const startOf = ({ startedTimeStamp = 0 }: { startedTimeStamp?: number | undefined }) => startedTimeStamp;
  const last = startOf(leaving) > startOf(asking) ? leaving : asking;
  const failed = startOf(last) >= since ? last.error : undefined;
  /** Resolves to whether the step succeeded; a second press of the same step sends nothing. */
  const take = async (next: ProjectRelation, call: () => PromiseLike<{ error?: unknown }>): Promise<boolean> => {
    if (shown === next) return false;
    setShown(next);
    const { error } = await call();
    setShown((now) => (now === next ? undefined : now));
    return error === undefined;
  };
  return {
    relation: shown ?? relation,
    /** Asking has not left this device. */
    isWaiting: asking.isLoading && !online,
    failure: isApiError(failed) && failed.code !== 'aborted' ? errorMessage(failed) : undefined,
    ask: (asked: InterestNote) => take('interested', () => showInterest({ projectId, ...asked })),
    leave: () => take('none', () => withdraw({ projectId, isMember: relation === 'accepted' })),
  };
}
