import { baseApi } from '#client/api/base-api.ts';
import { loadCapabilities } from '#client/api/capabilities.ts';
import { type ApiError, localError } from '#client/lib/text/api-error.ts';
import { isRecord } from '#client/lib/text/is-record.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import type { AppDispatch } from '#client/state/make-store.ts';
import { forgetUser, signIn } from '#client/state/session-user.ts';
import { authIn } from '#client/state/slices/auth-slice.ts';
import type { LoginPayload, LoginReply, SignupPayload, SignupReply } from '#shared/api/auth.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { entryPaths } from '#shared/entry-paths.ts';

/** The cached result of the profile load, whose answer the auth slice holds. */
export interface ProfileLoaded {
  /** Why another upstream's second call did not tell about and skills, see `foreign/own-user.ts`. */
  incomplete?: ApiError;
}

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Loads the signed-in user into the auth slice, the only place that holds it. */
    profileView: build.query<ProfileLoaded, void>({
      queryFn: async (_arg, { dispatch, getState }, _extra, call) => {
        for (;;) {
          const before = authIn(getState());
          const asked = call(entryPaths.profileView);
          const capabilities = loadCapabilities({ dispatch: dispatch as AppDispatch });
          const { data, error } = await asked;
          if (error) return { error };
          if (!isRecord(data)) return { error: localError('unreadable') };
          await capabilities;
          const whole = await completed(data as unknown as OwnUser, before.user, call);
          const now = authIn(getState());
          if (now === before) {
            // Another user has logged in while this page showed copies of the one before.
            if (before.user !== null && before.user._id !== whole.user._id) dispatch(forgetUser() as never);
            dispatch(signIn(whole.user) as never);
            return { data: whole.error ? { incomplete: whole.error } : {} };
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

export const { useLoginMutation, useProfileViewQuery } = authApi;

/** Loads the user's own record past the cache, into the auth slice. */
export const loadOwnUser = () =>
  authApi.endpoints.profileView.initiate(undefined, { forceRefetch: true, subscribe: false });

/** Our upstream answers the whole record, and it is stored as it is; another leaves out the email, and more. */
async function completed(
  loaded: OwnUser,
  before: OwnUser | null,
  call: (path: string) => Answer | PromiseLike<Answer>,
): Promise<{ user: OwnUser; error?: ApiError }> {
  if (loaded.emailId !== undefined) return { user: loaded };
  const { completedOwnUser } = await import('#client/api/compat/own-user.ts');
  return completedOwnUser(loaded, before, call);
}

type Answer = { data?: unknown; error?: ApiError | undefined };

interface OwnProfile {
  user: OwnUser;
  /** False where another upstream could not tell about and skills when the profile was loaded: it is loaded again. */
  isComplete: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** The signed-in user with about and skills. */
export function useOwnProfile(): OwnProfile {
  const user = useOwnUser();
  const isComplete = user.emailId !== undefined || (user.skills !== undefined && user.about !== undefined);
  const { data, error, refetch } = useProfileViewQuery(undefined, {
    skip: isComplete,
    refetchOnMountOrArgChange: true,
  });
  return { user, isComplete, error: error ?? data?.incomplete, refetch: async () => refetch() };
}
