import { baseApi } from '#client/store/api/base-api.ts';
import { wholeList } from '#client/store/api/whole-list.ts';
import type { MutedReply, MutedWordsReply } from '#shared/api/safety.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

/** What no longer shows, or shows again. */
const shownPeople = ['Found', 'ProjectList', 'Muted'] as const;

export interface Muted {
  people: User[];
  words: string[];
}

export const muteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `safety.mute`, like all that follow. */
    muted: build.query<Muted, void>({
      queryFn: async (_arg, _api, _extra, call) => {
        let words: string[] = [];
        const list = await wholeList(
          call,
          { url: apiPaths.muted, params: { limit: limits.page.max } },
          (reply: MutedReply) => {
            words = reply.words;
            return reply.items.map(({ user }) => user);
          },
        );
        return 'data' in list ? { data: { people: list.data, words } } : list;
      },
      providesTags: ['Muted'],
    }),
    mutePerson: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.mute(userId), method: 'POST' }),
      invalidatesTags: [...shownPeople],
    }),
    unmutePerson: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.mute(userId), method: 'DELETE' }),
      invalidatesTags: [...shownPeople],
    }),
    setMutedWords: build.mutation<MutedWordsReply, string[]>({
      query: (words) => ({ url: apiPaths.mutedWords, method: 'PUT', body: { words } }),
      invalidatesTags: [...shownPeople],
    }),
  }),
});

export const { useMutedQuery, useMutePersonMutation, useUnmutePersonMutation, useSetMutedWordsMutation } = muteApi;
