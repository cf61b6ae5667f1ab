import { useEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { authApi, loadProfile } from '#client/api/auth-api.ts';
import { rememberRefused } from '#client/lib/device/pending-links.ts';
import { onSessionUser } from '#client/lib/device/session-user.ts';
import type { GuardState } from '#client/lib/text/screen-names.ts';
import { useAppSelector, useAppStore } from '#client/state/hooks.ts';
import { matchClientRoute, to } from '#shared/routes.ts';
import { UnknownAddress } from './errors/error-boundary.tsx';
import { OpenFrame } from './open-frame.tsx';

const selectProfileLoad = authApi.endpoints.profileView.select();

/** Guards landing and login: a signed-in user who arrives there, or who logs in in another tab, is sent to the feed. */
export function AnonymousOnly() {
  const hasUser = useAppSelector((state) => state.auth.user !== null);
  const isFound = useAppSelector((state) => selectProfileLoad(state).isSuccess);
  const { key } = useLocation();
  const store = useAppStore();
  useEffect(
    () =>
      onSessionUser((userId) => {
        if (store.getState().auth.user?._id !== userId) void store.dispatch(loadProfile());
      }),
    [store],
  );
  // Decided on arrival: the login screen sets the user and navigates itself, and a redirect here would interfere. On a
  // pre-rendered page and after a login in another tab the profile load may still find a user, which counts as an arrival.
  const [arrival, setArrival] = useState({ key, isFound, hasUser });
  if (arrival.key !== key || arrival.isFound !== isFound) setArrival({ key, isFound, hasUser });
  return arrival.hasUser ? <Navigate to={to.feed()} replace /> : <OpenFrame />;
}

/**
 * Guards every other screen: without a user, or without the flag, it redirects to the landing page. A screen
 * that needs a role is an unknown address to users without it.
 */
export function SignedInOnly() {
  const allowed = useAppSelector(({ auth }) => auth.user !== null && auth.authenticated);
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  const role = useAppSelector(({ auth }) => auth.user?.role);
  const needed = matchClientRoute(pathname)?.role;
  const isHidden = needed && needed !== role;
  // Memoised, because `Navigate` navigates again for each new state object.
  const refusal = useMemo((): GuardState => ({ refused: address }), [address]);
  useEffect(() => {
    if (!allowed && !isHidden) rememberRefused(address);
  }, [allowed, isHidden, address]);
  if (isHidden) return <UnknownAddress />;
  return allowed ? <Outlet /> : <Navigate to={to.landing()} replace state={refusal} />;
}
