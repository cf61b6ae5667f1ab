import { baseApi } from '#client/api/base-api.ts';
import { forgetPlaces } from '#client/lib/device/recent-places.ts';
import { noteSessionUser, tellLoggedOut } from '#client/lib/device/session-user.ts';
import { removeUser, setUser } from '#client/state/slices/auth-slice.ts';
import type { OwnUser } from '#shared/api/users.ts';
import type { AppDispatch, RootState } from './make-store.ts';

/** Stores the user whom the upstream has answered for this browser's session, and tells the other tabs. */
export function signIn(user: OwnUser) {
  return (dispatch: AppDispatch) => {
    dispatch(setUser(user));
    // After it: listeners in this tab find the user in the store.
    noteSessionUser(user._id);
  };
}

/** Forgets the user in this tab, with everything that was loaded, and in the other tabs of this browser. */
export function forgetUser() {
  return (dispatch: AppDispatch, getState: () => RootState) => {
    const { user } = getState().auth;
    dispatch(removeUser());
    dispatch(baseApi.util.resetApiState());
    if (!user) return;
    forgetPlaces(user._id);
    tellLoggedOut(user._id);
  };
}
