import { carriedToAccount, type MutedPerson, mute, readMuted, unmute, writeMuted } from '#client/device/muted.ts';
import type { Receipt } from '#client/store/api/auth-api.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import type { ApiCall } from '#client/store/api/base-query/base-query.ts';
import { offers } from '#client/store/api/capabilities.ts';
import { wholeList } from '#client/store/api/lists/whole-list.ts';
import { ownIn } from '#client/store/slices/auth-slice.ts';
import { type ApiError, localError } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import type { MutedReply, MutedWordsReply } from '#shared/api/safety.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

/** The answers that leave muted people out. */
const shownPeople = ['Found', 'ProjectList', 'Muted'] as const;

/** The muted people stand in `device/muted.ts`, the only place that holds them, so that every screen has them at once. */
export interface Muted extends Receipt {
  words: string[];
}

export const muteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `safety.mute`: makes the list of this device that of the account. */
    muted: build.query<Muted, void>({
      queryFn: async (_arg, { dispatch, getState }, _extra, call) => {
        const ownId = ownIn(getState())?._id ?? '';
        const carried = await carryOver(ownId, call);
        if (carried.error) return { error: carried.error };
        if (carried.isNew) dispatch(baseApi.util.invalidateTags(['Found', 'ProjectList']));
        for (;;) {
          const before = JSON.stringify(readMuted(ownId));
          let words: string[] = [];
          const list = await wholeList(
            call,
            { url: apiPaths.muted, params: { limit: limits.page.max } },
            (reply: MutedReply) => {
              words = reply.words;
              return reply.items.map(({ user }): MutedPerson => ({ _id: user._id, name: fullName(user) }));
            },
          );
          if ('error' in list) return list;
          if (ownIn(getState())?._id !== ownId) return { error: localError('aborted') };
          // A mute, or its end, is newer than this answer, so the list is asked for again.
          if (JSON.stringify(readMuted(ownId)) !== before) continue;
          if (JSON.stringify(list.data) !== before) writeMuted(ownId, list.data);
          return { data: { at: Date.now(), words } };
        }
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
    /** Mutes one word, or ends that. Another device, or an earlier press, may have changed the other words. */
    changeMutedWord: build.mutation<MutedWordsReply, { word: string; isMuted: boolean }>({
      query: ({ word, isMuted }) => ({
        url: apiPaths.mutedWords,
        method: isMuted ? 'POST' : 'DELETE',
        body: { word },
      }),
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

/**
 * Once, mutes in the account the people whom this device had muted before the account could. An account that is gone needs
 * no muting; after another failure the next load tries again.
 */
async function carryOver(ownId: string, call: Call): Promise<{ isNew: boolean; error?: ApiError }> {
  const carried = carriedToAccount(ownId);
  if (carried.read() !== '') return { isNew: false };
  const people = readMuted(ownId);
  for (const { _id } of people) {
    const { error } = await call({ url: apiPaths.mute(_id), method: 'POST' });
    if (error && error.status !== 404) return { isNew: false, error };
  }
  carried.write('yes');
  return { isNew: people.length > 0 };
}
