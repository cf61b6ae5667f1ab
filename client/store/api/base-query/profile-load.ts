import type { AppStore } from '#client/store/make-store.ts';
import { profileLoaded } from '#client/store/slices/session-slice.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { isUnanswered } from './profile-unanswered.ts';

/** Notes how the profile load at the start of the app ended. */
export function endProfileLoad(store: AppStore, error: unknown): void {
  if (error) logFirst(store, error);
  store.dispatch(profileLoaded(isApiError(error) && isUnanswered(error) ? 'unanswered' : 'answered'));
}

/** Only the first failure is logged: the load may go on failing for hours. */
export function logFirst(store: AppStore, error: unknown): void {
  if (store.getState().session.profile === 'asking') console.error(`Profile load failed: ${errorMessage(error)}`);
}
