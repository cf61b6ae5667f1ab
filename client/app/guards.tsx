import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { rememberRefused } from '#client/device/remember-refused.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import type { GuardState } from '#client/text/guard-state.ts';
import { to } from '#shared/routes.ts';
import { shell } from './lazy-shell.ts';
import { preloadPath } from './screens.ts';

/** Guards landing and login: a signed-in user who arrives there is sent to the feed. */
export function AnonymousOnly() {
  const hasUser = useAppSelector((state) => state.auth.user !== null);
  const { key, pathname } = useLocation();
  // Decided on arrival: the login screen sets the user and navigates itself, in one step, and must not be overtaken.
  const [arrival, setArrival] = useState({ key, hasUser });
  if (arrival.key !== key) setArrival({ key, hasUser });
  useEffect(() => {
    if (pathname === to.login())
      return whenIdle(() => void Promise.allSettled([preloadPath(to.feed()), shell.preload()]));
    return whenIdle(() => void preloadPath(to.login()));
  }, [pathname]);
  return arrival.hasUser ? <Navigate to={to.feed()} replace /> : <Outlet />;
}

/** Every other screen: both a user and the flag, else the landing page. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const allowed = useAppSelector(({ auth }) => auth.user !== null && auth.authenticated);
  const { pathname, search } = useLocation();
  // Memoised: another object would make `Navigate` navigate again.
  const refusal = useMemo((): GuardState => ({ refused: pathname + search }), [pathname, search]);
  useEffect(() => {
    if (!allowed) rememberRefused(pathname + search);
  }, [allowed, pathname, search]);
  return allowed ? children : <Navigate to={to.landing()} replace state={refusal} />;
}

/** Runs once the page has nothing better to do; gives a way to cancel. */
function whenIdle(run: () => void): () => void {
  const timer = setTimeout(run, 1500);
  return () => clearTimeout(timer);
}
