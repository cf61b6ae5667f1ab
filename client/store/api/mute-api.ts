import { type MutedPerson, mute, unmute } from '#client/device/muted.ts';
import type { ApiCall } from '#client/store/api/base-query/base-query.ts';
import { offers } from '#client/store/api/capabilities.ts';
import { inTurn } from '#client/store/api/relations/follow-step.ts';
import { ownIn } from '#client/store/slices/auth-slice.ts';
import type { ApiError } from '#client/text/api-error.ts';
import type { MutedReply, MutedWordsReply } from '#shared/api/safety.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import { wholeList } from './whole-list.ts';

/** What no longer shows, or shows again. */
const shownPeople = ['Found', 'ProjectList', 'Muted'] as const;

export interface Muted {
  people: User[];
  words: string[];
}

export const muteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `safety.mute`. */
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
    /** Mutes a person in the account, where the upstream keeps the list, and on this device. */
    mutePerson: build.mutation<unknown, MutedPerson>({
      queryFn: async (person, { dispatch, getState }, _options, call) => {
        const { error } = await inAccount(dispatch, call, { url: apiPaths.mute(person._id), method: 'POST' });
        if (error) return { error };
        mute(ownIn(getState())?._id ?? '', person);
        return { data: null };
      },
      invalidatesTags: [...shownPeople],
    }),
    unmutePerson: build.mutation<unknown, string>({
      queryFn: async (userId, { dispatch, getState }, _options, call) => {
        const { error } = await inAccount(dispatch, call, { url: apiPaths.mute(userId), method: 'DELETE' });
        if (error) return { error };
        unmute(ownIn(getState())?._id ?? '', userId);
        return { data: null };
      },
      invalidatesTags: [...shownPeople],
    }),
    /** One word is muted, or no longer. Another device, or a press before, may have changed the others. */
    changeMutedWord: build.mutation<MutedWordsReply, { word: string; isMuted: boolean }>({
      queryFn: async ({ word, isMuted }, { dispatch, extra }, _options, call) => {
        const body = { word };
        const one = { url: apiPaths.mutedWords, method: isMuted ? 'POST' : 'DELETE', body } as const;
        const single = await offers(dispatch, 'muted.words');
        if ('error' in single) return single;
        const { data, error } = await (single.data
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

/** Makes a call that only an upstream with the capability `safety.mute` takes: another keeps no list. */
async function inAccount(dispatch: Parameters<typeof offers>[0], call: Call, made: ApiCall): Promise<Answer> {
  const kept = await offers(dispatch, 'safety.mute');
  if ('error' in kept) return kept;
  return kept.data ? call(made) : {};
}

/** Without the capability `muted.words`, the list is replaced as a whole: by the one of now, with the change. */
async function changeList(call: Call, word: string, isMuted: boolean): Promise<Answer> {
  const now = await call({ url: apiPaths.muted });
  if (now.error) return now;
  const others = (now.data as MutedReply).words.filter((one) => one !== word);
  const words = isMuted ? [...others, word] : others;
  return call({ url: apiPaths.mutedWords, method: 'PUT', body: { words } });
}
