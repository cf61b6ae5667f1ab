import { tellLoggedOut } from '#client/device/logged-out-user.ts';
import { forgetPlaces } from '#client/device/recent-places.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { removeUser } from '#client/store/slices/auth-slice.ts';
import type { AppDispatch, RootState } from './make-store.ts';

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
