import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { onLoggedOut } from '#client/device/logged-out-user.ts';
import { forgetInvite } from '#client/device/pending-invite.ts';
import { forgetRefused } from '#client/device/refused-link.ts';
import { forgetUser } from '#client/store/forget-user.ts';
import { useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { to } from '#shared/routes.ts';

/** A user who logs out in one tab is logged out in the others at once, and finds the landing page there. */
export function useLogOutInAllTabs(): void {
  const store = useAppStore();
  const navigate = useNavigate();
  const { _id: userId } = useOwnUser();
  // With the layout: a log-out that comes between the first sight of the screen and a later effect would never be heard.
  useLayoutEffect(
    () =>
      onLoggedOut(userId, async () => {
        // In the tab where it happened, the user is gone by now.
        if (store.getState().auth.user?._id !== userId) return;
        store.dispatch(forgetUser());
        await navigate(to.landing(), { replace: true });
        forgetRefused();
        forgetInvite();
      }),
    [store, navigate, userId],
  );
}
