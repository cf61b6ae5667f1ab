import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadOwnUser, startAnew } from '#client/api/auth-api.ts';
import { forgetInvite, forgetRefused } from '#client/lib/device/pending-links.ts';
import { onLoggedOut, onSessionUser } from '#client/lib/device/session-user.ts';
import { useAppStore, useOwnUser } from '#client/state/hooks.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { to } from '#shared/routes.ts';

/** Logs this tab out when the user logs out in another one, and shows the account that has logged in there. */
export function useSessionOfAllTabs(): void {
  const store = useAppStore();
  const navigate = useNavigate();
  const { _id: userId } = useOwnUser();
  // With the layout: an event between the first sight of the screen and a later effect would never be heard.
  useLayoutEffect(() => {
    const isShown = () => store.getState().auth.user?._id === userId;
    const stops = [
      onLoggedOut(userId, async () => {
        // In the tab where it happened, the user is gone by now.
        if (!isShown()) return;
        store.dispatch(forgetUser());
        await navigate(to.landing(), { replace: true });
        forgetRefused();
        forgetInvite();
      }),
      onSessionUser((newId) => {
        if (!isShown()) return;
        if (newId !== userId) {
          store.dispatch(startAnew());
          void navigate(to.feed(), { replace: true });
        } else if (store.getState().session.ended) void store.dispatch(loadOwnUser());
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, navigate, userId]);
}
