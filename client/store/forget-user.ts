import { tellLeft } from '#client/device/left-user.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { removeUser } from '#client/store/slices/auth-slice.ts';
import type { AppDispatch, RootState } from './make-store.ts';

/** Forgets the user in this tab, with everything that was loaded, and in the other tabs of this browser. */
export function forgetUser() {
  return (dispatch: AppDispatch, getState: () => RootState) => {
    const { user } = getState().auth;
    dispatch(removeUser());
    dispatch(baseApi.util.resetApiState());
    if (user) tellLeft(user._id);
  };
}
