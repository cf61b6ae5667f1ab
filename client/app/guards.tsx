import { type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { rememberRefused } from '#client/lib/refused-link.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { to } from '#shared/routes.ts';

/** Landing and login: with a user, on to the feed. */
export function AnonymousOnly() {
  const hasUser = useAppSelector((state) => state.auth.user !== null);
  // A fresh signup goes to the profile: the screen says so before the user is set.
  const { state } = useLocation();
  return hasUser ? <Navigate to={destination(state)} replace /> : <Outlet />;
}

/** Every other screen: both a user and the flag, else the landing page. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const allowed = useAppSelector(({ auth }) => auth.user !== null && auth.authenticated);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!allowed) rememberRefused(pathname + search);
  }, [allowed, pathname, search]);
  return allowed ? children : <Navigate to={to.landing()} replace />;
}

function destination(state: unknown): string {
  const signedUp = typeof state === 'object' && state !== null && 'signedUp' in state;
  return signedUp ? to.profile() : to.feed();
}
