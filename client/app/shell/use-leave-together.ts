import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { onLeft } from '#client/device/left-user.ts';
import { forgetRefused } from '#client/device/refused-link.ts';
import { forgetUser } from '#client/store/forget-user.ts';
import { useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { to } from '#shared/routes.ts';

/** A user who logs out in one tab is logged out in the others at once, and finds the landing page there. */
export function useLeaveTogether(): void {
  const store = useAppStore();
  const navigate = useNavigate();
  const { _id: userId } = useOwnUser();
  useEffect(
    () =>
      onLeft(userId, async () => {
        // In the tab where it happened, the user is gone by now.
        if (store.getState().auth.user?._id !== userId) return;
        store.dispatch(forgetUser());
        await navigate(to.landing(), { replace: true });
        forgetRefused();
      }),
    [store, navigate, userId],
  );
}
