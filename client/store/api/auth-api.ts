import { completedOwnUser } from '#client/store/foreign/own-user.ts';
import { authIn, setUser } from '#client/store/slices/auth-slice.ts';
import { localError } from '#client/text/api-error.ts';
import { isRecord } from '#client/text/is-record.ts';
import type { LoginPayload, LoginReply, SignupPayload, SignupReply } from '#shared/api/auth.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { entryPaths } from '#shared/entry-paths.ts';
import { baseApi } from './base-api.ts';

/** The cached result of a call whose answer is stored in a slice. */
export interface Receipt {
  /** When it was answered, in milliseconds. */
  at: number;
}

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Loads the signed-in user into the auth slice, the only place that holds it; the cache keeps the receipt. */
    profileView: build.query<Receipt, void>({
      queryFn: async (_arg, { dispatch, getState }, _extra, call) => {
        for (;;) {
          const before = authIn(getState());
          const { data, error } = await call(entryPaths.profileView);
          if (error) return { error };
          if (!isRecord(data)) return { error: localError('unreadable') };
          const now = authIn(getState());
          if (now === before) {
            dispatch(setUser(completedOwnUser(data as unknown as OwnUser, before.user)));
            return { data: { at: Date.now() } };
          }
          // The user has logged out meanwhile. A login or a saved profile is newer than this answer, so it is asked again.
          if (now.user === null) return { error: localError('aborted') };
        }
      },
    }),
    /** Sends the body as typed and returns the user, whom the screen stores in the same step as it navigates. */
    login: build.mutation<LoginReply, LoginPayload>({
      query: (body) => ({ url: entryPaths.login, method: 'POST', body }),
    }),
    signup: build.mutation<SignupReply, SignupPayload>({
      query: (body) => ({ url: entryPaths.signup, method: 'POST', body }),
    }),
  }),
});

export const { useLoginMutation } = authApi;

/** Loads the user's own record past the cache, into the auth slice. */
export const loadOwnUser = () =>
  authApi.endpoints.profileView.initiate(undefined, { forceRefetch: true, subscribe: false });
