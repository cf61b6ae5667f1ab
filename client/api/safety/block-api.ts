import { baseApi } from '#client/api/base-api.ts';
import { wholeList } from '#client/api/lists/pages.ts';
import { dismissUndo } from '#client/api/relation-steps.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import { removeFromFeed } from '#client/state/slices/feed-slice.ts';
import { forgetKeptAbout } from '#client/state/slices/kept-slice.ts';
import { removeRequest } from '#client/state/slices/requests-slice.ts';
import { setSearchResults, withoutPerson } from '#client/state/slices/search-slice.ts';
import type { BlockedPerson, BlockedReply } from '#shared/api/safety.ts';
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

export const blockApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `safety.block`, like all that follow. */
    blockPerson: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.block(userId), method: 'POST' }),
      onQueryStarted: async (userId, { dispatch, getState, queryFulfilled }) => {
        try {
          await queryFulfilled;
          afterBlock({ dispatch, getState: () => getState() as RootState }, userId);
        } catch {
          // The dialog shows the error.
        }
      },
    }),
    unblockPerson: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.block(userId), method: 'DELETE' }),
      invalidatesTags: [...everything],
    }),
    blocked: build.query<BlockedPerson[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(
          call,
          { url: apiPaths.blocked, params: { limit: limits.page.max } },
          ({ items }: BlockedReply) => items,
        ),
      providesTags: ['Blocked'],
    }),
  }),
});

export const { useBlockPersonMutation, useUnblockPersonMutation, useBlockedQuery } = blockApi;

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
