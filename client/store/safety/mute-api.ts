import { baseApi } from '#client/store/api/base-api.ts';
import { inTurn } from '#client/store/api/follow-step.ts';
import { wholeList } from '#client/store/api/whole-list.ts';
import type { ApiCall } from '#client/store/calls/base-query.ts';
import type { ApiError } from '#client/text/api-error.ts';
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
    /** One word is muted, or no longer. Another device, or a press before, may have changed the others. */
    changeMutedWord: build.mutation<MutedWordsReply, { word: string; isMuted: boolean; isSingle: boolean }>({
      queryFn: async ({ word, isMuted, isSingle }, { extra }, _options, call) => {
        const body = { word };
        const one = { url: apiPaths.mutedWords, method: isMuted ? 'POST' : 'DELETE', body } as const;
        const { data, error } = await (isSingle
          ? call(one)
          : inTurn(extra, 'muted-words', () => changeList(call, word, isMuted)));
        return error ? { error } : { data: data as MutedWordsReply };
      },
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        try {
          const { words } = (await queryFulfilled).data;
          dispatch(muteApi.util.updateQueryData('muted', undefined, (muted) => ({ ...muted, words })));
        } catch {
          // The settings show the error.
        }
      },
      invalidatesTags: [...shownPeople],
    }),
  }),
});

export const { useMutedQuery, useMutePersonMutation, useUnmutePersonMutation, useChangeMutedWordMutation } = muteApi;

type Call = (call: ApiCall) => Answer | PromiseLike<Answer>;
type Answer = { data?: unknown; error?: ApiError | undefined };

/** Without the capability `muted.words`, the list is replaced as a whole: by the one of now, with the change. */
async function changeList(call: Call, word: string, isMuted: boolean): Promise<Answer> {
  const now = await call({ url: apiPaths.muted });
  if (now.error) return now;
  const others = (now.data as MutedReply).words.filter((one) => one !== word);
  const words = isMuted ? [...others, word] : others;
  return call({ url: apiPaths.mutedWords, method: 'PUT', body: { words } });
}
