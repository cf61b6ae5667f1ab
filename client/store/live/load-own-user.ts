import { authApi } from '#client/store/api/auth-api.ts';
import type { AppStore } from '#client/store/make-store.ts';

/** Loads the user's own record again, into the auth slice. */
export function loadOwnUser({ dispatch }: AppStore) {
  return dispatch(authApi.endpoints.profileView.initiate(undefined, { forceRefetch: true, subscribe: false }));
}
