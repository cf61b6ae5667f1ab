import { afterSuccess, baseApi } from '#client/api/base-api.ts';
import { useCapability } from '#client/api/capabilities.ts';
import { wholeList } from '#client/api/pages.ts';
import { fullName } from '#client/lib/text/person.ts';
import type { RootState } from '#client/state/make-store.ts';
import type { MutedReply, MutedWordsReply } from '#shared/api/safety.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

/** A person whom the user hides from feed, search and notifications. */
export interface MutedPerson {
  _id: string;
  name: string;
}

export interface Muted {
  people: MutedPerson[];
  words: string[];
}

/** The answers that leave muted people out. */
const shownPeople = ['Found', 'ProjectList', 'Muted'] as const;

/** With the capability `safety.mute`. */
export const muteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    muted: build.query<Muted, void>({
      queryFn: async (_arg, _api, _extra, call) => {
        let words: string[] = [];
        const list = await wholeList(
          call,
          { url: apiPaths.muted, params: { limit: limits.page.max } },
          (reply: MutedReply) => {
            words = reply.words;
            return reply.items.map(({ user }): MutedPerson => ({ _id: user._id, name: fullName(user) }));
          },
        );
        return 'error' in list ? list : { data: { people: list.data, words } };
      },
      providesTags: ['Muted'],
    }),
    mutePerson: build.mutation<unknown, MutedPerson>({
      query: ({ _id }) => ({ url: apiPaths.mute(_id), method: 'POST' }),
      onQueryStarted: (person, { dispatch, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, () => dispatch(changed(({ people }) => people.push(person)))),
      invalidatesTags: [...shownPeople],
    }),
    unmutePerson: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.mute(userId), method: 'DELETE' }),
      onQueryStarted: (userId, { dispatch, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, () =>
          dispatch(
            changed((muted) => {
              muted.people = muted.people.filter(({ _id }) => _id !== userId);
            }),
          ),
        ),
      invalidatesTags: [...shownPeople],
    }),
    /** Mutes one word, or ends that. */
    changeMutedWord: build.mutation<MutedWordsReply, { word: string; isMuted: boolean }>({
      query: ({ word, isMuted }) => ({ url: apiPaths.mutedWords, method: isMuted ? 'POST' : 'DELETE', body: { word } }),
      onQueryStarted: (_change, { dispatch, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, ({ words }) =>
          dispatch(
            changed((muted) => {
              muted.words = words;
            }),
          ),
        ),
      invalidatesTags: [...shownPeople],
    }),
  }),
});

export const { useMutedQuery, useMutePersonMutation, useUnmutePersonMutation, useChangeMutedWordMutation } = muteApi;

const changed = (change: (muted: Muted) => unknown) =>
  muteApi.util.updateQueryData('muted', undefined, (muted) => void change(muted));

const nobody: readonly MutedPerson[] = [];

export function useMuted(): readonly MutedPerson[] {
  const { data } = useMutedQuery(undefined, { skip: !useCapability('safety') });
  return data?.people ?? nobody;
}

export function isMutedPerson(state: RootState, personId: string): boolean {
  const { data } = muteApi.endpoints.muted.select()(state);
  return data?.people.some(({ _id }) => _id === personId) === true;
}
