import { baseApi } from '#client/api/base-api.ts';
import { isUnanswered, type StoreServices } from '#client/api/base-query/base-query.ts';
import { loadCapabilities } from '#client/api/capabilities.ts';
import { isRecord } from '#client/lib/is-record.ts';
import { type ApiError, errorMessage, isApiError, localError } from '#client/lib/text/api-error.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import { forgetUser, signIn } from '#client/state/session-user.ts';
import { authIn, removeUser } from '#client/state/slices/auth-slice.ts';
import { profileLoaded } from '#client/state/slices/session-slice.ts';
import type { LoginPayload, LoginReply, SignupPayload, SignupReply } from '#shared/api/account/auth.ts';
import type { OwnUser, ProfileReply } from '#shared/api/users.ts';
import { entryPaths } from '#shared/entry-paths.ts';
import { apiPaths } from '#shared/paths.ts';

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

/** The load of the profile at the start of the app, which is repeated while the server does not answer. */
export interface ProfileLoad {
  /** Counts the loads: only the newest one may say how it ended. */
  turn: number;
  running?: PromiseLike<{ error?: unknown }> & { abort: () => void };
  /** Resolves when the first load has ended. */
  begun?: Promise<void>;
}

type Thunk<Result> = (dispatch: AppDispatch, getState: () => RootState, services: StoreServices) => Result;

/** Loads the profile once; a later caller waits for the same load. */
export const beginProfileLoad =
  (): Thunk<Promise<void>> =>
  (dispatch, _getState, { profileLoad }) => {
    profileLoad.begun ??= dispatch(loadProfile());
    return profileLoad.begun;
  };

/** Loads the profile past the cache, in the place of a load that is under way, and notes how it ended. */
export const loadProfile =
  (): Thunk<Promise<void>> =>
  async (dispatch, getState, { profileLoad }) => {
    profileLoad.turn += 1;
    const own = profileLoad.turn;
    if (profileLoad.running) {
      profileLoad.running.abort();
      // RTK Query would join a call that is still pending, so the aborted one must end first.
      await profileLoad.running;
      if (own !== profileLoad.turn) return;
    }
    const query = dispatch(loadOwnUser());
    profileLoad.running = query;
    const { error } = await query;
    if (own !== profileLoad.turn) return;
    if (error) logFirst(getState(), error);
    const hasAnswer = !isApiError(error) || !isUnanswered(error);
    // The user was shown from this browser's copies, and has no session any more.
    if (hasAnswer && error && getState().session.profile === 'unanswered') dispatch(forgetUser());
    dispatch(profileLoaded(hasAnswer ? 'answered' : 'unanswered'));
  };

/** Forgets the user in this tab alone, and waits behind the gate for the account that the session belongs to now. */
export const startAnew =
  (): Thunk<void> =>
  (dispatch, _getState, { profileLoad }) => {
    dispatch(removeUser());
    dispatch(baseApi.util.resetApiState());
    dispatch(profileLoaded('asking'));
    profileLoad.begun = dispatch(loadProfile());
  };

/** Gives the load up for a user who does not want to wait. */
export const stopProfileLoad =
  (): Thunk<void> =>
  (dispatch, getState, { profileLoad }) => {
    profileLoad.turn += 1;
    logFirst(getState(), localError('stopped'));
    profileLoad.running?.abort();
    dispatch(profileLoaded('stopped'));
  };

/** Only the first failure is logged: the load may go on failing for hours. */
function logFirst({ session }: RootState, error: unknown): void {
  if (session.profile === 'asking') console.error(`Profile load failed: ${errorMessage(error)}`);
}
