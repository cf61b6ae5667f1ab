import { afterSuccess, baseApi } from '#client/api/base-api.ts';
import { wholeList } from '#client/api/pages.ts';
import { dismissUndo } from '#client/api/relation-steps.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import { removeFromFeed } from '#client/state/slices/feed-slice.ts';
import { forgetKeptAbout } from '#client/state/slices/kept-slice.ts';
import { removeRequest } from '#client/state/slices/requests-slice.ts';
import { setSearchResults, withoutPerson } from '#client/state/slices/search-slice.ts';
import type {
  BlockedPerson,
  BlockedReply,
  NewReport,
  OwnReport,
  OwnReportsReply,
  ReportReply,
} from '#shared/api/safety.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

/** Everything in which the other person may appear. */
const everything = [
  'User',
  'Project',
  'ProjectList',
  'Interest',
  'Chat',
  'Chats',
  'Received',
  'Sent',
  'Connections',
  'Notifications',
  'Found',
  'Blocked',
] as const;

const pages = { limit: limits.page.max };

export const safetyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capabilities `safety.block` and `safety.report`, like all that follow. */
    blockPerson: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.block(userId), method: 'POST' }),
      onQueryStarted: (userId, { dispatch, getState, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, () => afterBlock({ dispatch, getState: () => getState() as RootState }, userId)),
    }),
    unblockPerson: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.block(userId), method: 'DELETE' }),
      invalidatesTags: [...everything],
    }),
    blocked: build.query<BlockedPerson[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(call, { url: apiPaths.blocked, params: pages }, ({ items }: BlockedReply) => items),
      providesTags: ['Blocked'],
    }),
    /** `blocks`: the person who is blocked with it. */
    report: build.mutation<ReportReply, { report: NewReport; blocks: string | undefined }>({
      query: ({ report }) => ({ url: apiPaths.report, method: 'POST', body: report }),
      onQueryStarted: ({ blocks }, { dispatch, getState, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, () => {
          if (blocks !== undefined) afterBlock({ dispatch, getState: () => getState() as RootState }, blocks);
        }),
      invalidatesTags: ['Reports'],
    }),
    ownReports: build.query<OwnReport[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(call, { url: apiPaths.reports, params: pages }, ({ items }: OwnReportsReply) => items),
      providesTags: ['Reports'],
    }),
  }),
});

export const {
  useBlockPersonMutation,
  useUnblockPersonMutation,
  useBlockedQuery,
  useReportMutation,
  useOwnReportsQuery,
} = safetyApi;

/** Takes the blocked person out of what is on screen, and loads the rest again. Also after a block on another device. */
export function afterBlock(
  { dispatch, getState }: { dispatch: AppDispatch; getState: () => RootState },
  userId: string,
): void {
  dismissUndo(userId);
  dispatch(forgetKeptAbout(userId));
  dispatch(removeFromFeed(userId));
  for (const { _id, fromUserID } of getState().requests.items ?? [])
    if (fromUserID?._id === userId) dispatch(removeRequest(_id));
  const { results } = getState().search;
  if (results) dispatch(setSearchResults(withoutPerson(results, userId)));
  dispatch(baseApi.util.invalidateTags([...everything]));
}
