import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { forgetInvite, forgetRefused } from '#client/lib/device/pending-links.ts';
import { storedKeys, userKey } from '#client/lib/device/user-storage.ts';
import { apiPaths } from '#shared/paths.ts';
import { to } from '#shared/routes.ts';
import { afterSuccess, baseApi } from '../api/base-api.ts';
import { useOwnUser } from './hooks.ts';
import { forgetUser } from './session-user.ts';

// Apart from the other calls of `auth-api.ts`: the pages before the login need not load it.
const { useSignoutMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signout: build.mutation<unknown, void>({
      query: () => ({ url: apiPaths.signout, method: 'POST' }),
      // After a failure the user is still signed in.
      onQueryStarted: (_arg, { dispatch, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, () => dispatch(forgetUser())),
    }),
  }),
});

interface LogOut {
  /** Ends the session and goes to the landing page; where the call fails, it says that the user is still logged in. */
  logOut: () => Promise<void>;
  /** Whether unsent messages or other changes wait on this device, which the user is told before logging out. */
  hasUnsent: () => boolean;
}

export function useLogOut(): LogOut {
  const own = useOwnUser();
  const [signOut] = useSignoutMutation();
  const navigate = useNavigate();
  const underWay = useRef(false);
  const logOut = async () => {
    // A second press: its call would find no session and report a failure.
    if (underWay.current) return;
    underWay.current = true;
    const { error } = await signOut();
    underWay.current = false;
    if (error) {
      toast.error(`You are still logged in. ${error.message}`);
      return;
    }
    await navigate(to.landing(), { replace: true });
    forgetRefused();
    forgetInvite();
  };
  return {
    logOut,
    hasUnsent: () => ['outbox:', 'change:', 'waiting:'].some((name) => storedKeys(userKey(own._id, name)).length > 0),
  };
}
