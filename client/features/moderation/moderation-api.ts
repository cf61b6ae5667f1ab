import { baseApi, byCursor } from '#client/api/base-api.ts';
import type { CaseState, CasesReply, ModerationCase, NewCaseAction } from '#shared/api/moderation.ts';
import { apiPaths } from '#shared/paths.ts';

/** The tags are declared here: nobody but moderators loads them. */
const moderationApi = baseApi.enhanceEndpoints({ addTagTypes: ['Cases', 'Case'] }).injectEndpoints({
  endpoints: (build) => ({
    /** For moderators, like all that follow: page by page, the most urgent first, or the last decided first. */
    cases: build.infiniteQuery<CasesReply, CaseState, string>({
      query: ({ queryArg, pageParam }) => ({
        url: apiPaths.moderationCases,
        params: { state: queryArg, cursor: pageParam },
      }),
      infiniteQueryOptions: byCursor,
      providesTags: ['Cases'],
    }),
    oneCase: build.query<ModerationCase, string>({
      query: (caseId) => apiPaths.moderationCase(caseId),
      providesTags: (_case, _error, caseId) => [{ type: 'Case', id: caseId }],
    }),
    /** Also after a refusal, the case and the queue are loaded again: another moderator may have been faster. */
    act: build.mutation<ModerationCase, { caseId: string; action: NewCaseAction }>({
      query: ({ caseId, action }) => ({ url: apiPaths.moderationActions(caseId), method: 'POST', body: action }),
      // The next action names the version of the case that it was decided on: it must not be the one before this action.
      onQueryStarted: async ({ caseId }, { dispatch, queryFulfilled }) => {
        const reply = await queryFulfilled.catch(() => undefined);
        if (reply) dispatch(moderationApi.util.updateQueryData('oneCase', caseId, () => reply.data));
      },
      invalidatesTags: (_reply, _error, { caseId }) => ['Cases', { type: 'Case', id: caseId }],
    }),
  }),
});

export const { useCasesInfiniteQuery, useOneCaseQuery, useActMutation } = moderationApi;
