import { isUnanswered } from '#client/api/base-query/base-query.ts';
import { errorMessage, isApiError, localError } from '#client/lib/text/api-error.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { removeUser } from '#client/state/slices/auth-slice.ts';
import { profileLoaded } from '#client/state/slices/session-slice.ts';
import { loadOwnUser } from './auth-api.ts';
import { baseApi } from './base-api.ts';
import type { StoreServices } from './base-query/base-query.ts';

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
