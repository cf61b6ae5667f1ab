import { baseApi } from '#client/api/base-api.ts';
import { loadCapabilities } from '#client/api/capabilities.ts';
import { type ApiError, localError } from '#client/lib/text/api-error.ts';
import { isRecord } from '#client/lib/text/is-record.ts';
import type { AppDispatch } from '#client/state/make-store.ts';
import { forgetUser, signIn } from '#client/state/session-user.ts';
import { authIn } from '#client/state/slices/auth-slice.ts';
import type { LoginPayload, LoginReply, SignupPayload, SignupReply } from '#shared/api/auth.ts';
import type { OwnUser, ProfileReply } from '#shared/api/users.ts';
import { entryPaths } from '#shared/entry-paths.ts';

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Loads the signed-in user into the auth slice, the only place that holds it. */
    profileView: build.query<null, void>({
      queryFn: async (_arg, { dispatch, getState }, _extra, call) => {
        for (;;) {
          const before = authIn(getState());
          const asked = call(entryPaths.profileView);
          const capabilities = loadCapabilities({ dispatch: dispatch as AppDispatch });
          const { data, error } = await asked;
          if (error) return { error };
          if (!isRecord(data)) return { error: localError('unreadable') };
          await capabilities;
          const user = await completed(data as unknown as OwnUser, before.user, call);
          const now = authIn(getState());
          if (now === before) {
            // Another user has logged in while this page showed copies of the one before.
            if (before.user !== null && before.user._id !== user._id) dispatch(forgetUser() as never);
            dispatch(signIn(user) as never);
            return { data: null };
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

/**
 * Our upstream answers the whole record, and it is stored as it is. Another leaves out the email, known only from the login,
 * and about and skills, which the call of a person's profile tells; where that call fails, those known before stay.
 */
async function completed(
  loaded: OwnUser,
  before: OwnUser | null,
  call: (path: string) => Answer | PromiseLike<Answer>,
): Promise<OwnUser> {
  if (loaded.emailId !== undefined) return loaded;
  // Not needed by the pages before the login.
  const { apiPaths } = await import('#shared/paths.ts');
  const { data, error } = await call(apiPaths.profile(loaded._id));
  const known = before?._id === loaded._id ? before : undefined;
  const { about, skills } = error
    ? { ...known }
    : { about: '', skills: [], ...(data as ProfileReply | undefined)?.user };
  const { emailId } = known ?? {};
  return {
    ...(emailId !== undefined && { emailId }),
    ...(about !== undefined && { about }),
    ...(skills !== undefined && { skills }),
    ...loaded,
  };
}

type Answer = { data?: unknown; error?: ApiError | undefined };
