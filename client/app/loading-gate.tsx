import { type ReactNode, useCallback, useDeferredValue, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { beginProfileLoad, loadProfile, stopProfileLoad } from '#client/api/auth-api.ts';
import { keepTrying } from '#client/lib/dom/keep-trying.ts';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { copy } from '#client/lib/text/copy.ts';
import { useAppDispatch, useAppSelector } from '#client/state/hooks.ts';
import { StillTrying } from '#client/ui/state/waiting.tsx';
import { matchClientRoute, to } from '#shared/routes.ts';
import { Banners } from './shell/banners.tsx';

/**
 * The app waits until the profile load at start has told whether a user is signed in. While the server does not answer, a
 * protected screen shows what this browser has kept of the last user, and keeps waiting instead of losing its address where
 * it kept nothing; others open without a user. It asks again until there is an answer.
 */
export function LoadingGate({ children }: { children: ReactNode }) {
  // Kept in the store: for an unknown address the router mounts a second root layout, and one load is enough.
  const profile = useAppSelector((state) => state.session.profile);
  // A pre-rendered page is sent only to visitors without a session, for whom the profile load cannot find a user.
  const isPrerendered = useAppSelector((state) => state.session.isPrerendered);
  const { pathname } = useLocation();
  const online = useOnline();
  const isKeptUser = useAppSelector((state) => state.auth.user !== null);
  const isUnanswered = profile === 'unanswered';
  const isWaiting = isUnanswered && !isKeptUser && matchClientRoute(pathname)?.access === 'authenticated';
  const dispatch = useAppDispatch();
  const load = useCallback(() => dispatch(loadProfile()), [dispatch]);

  useEffect(() => {
    if (profile === 'asking') void dispatch(beginProfileLoad());
  }, [dispatch, profile]);
  useEffect(() => {
    if (isUnanswered) return keepTrying(load);
  }, [isUnanswered, load]);

  const isReady = (isPrerendered || profile !== 'asking') && !isWaiting;
  // Deferred, React draws the whole app in small steps, between which the browser can paint and answer.
  const isOpen = useDeferredValue(isReady) && isReady;
  if (isOpen) return children;
  const gate = (
    <div className="full-screen-spinner">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{copy.loading}</p>
      <StillTrying pending now={isWaiting} onStop={() => dispatch(stopProfileLoad())}>
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => void load()}>
          {copy.retry}
        </button>
      </StillTrying>
    </div>
  );
  if (!isWaiting || online) return gate;
  return <OfflineStart onRetry={load} />;
}

/** Shown when the app was opened offline: the profile cannot be loaded, so the screen waits and keeps its address. */
function OfflineStart({ onRetry }: { onRetry: () => void }) {
  const title = 'There is no connection';
  usePageTitle(title);
  return (
    <>
      <Banners />
      <main
        id="main"
        tabIndex={-1}
        className="gutter-x mx-auto flex min-h-[70dvh] w-full max-w-reading flex-col items-start justify-center gap-4 py-12"
      >
        <p className="font-mono text-[clamp(3rem,14vw,6rem)] leading-none font-bold text-primary" aria-hidden="true">
          offline
        </p>
        <h1 className="text-h1">{title}</h1>
        <p>This page opens by itself when you are connected. Drafts are still on this device.</p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-primary" onClick={onRetry}>
            {copy.retry}
          </button>
          <Link to={to.landing()} className="btn btn-outline">
            Go to the start page
          </Link>
        </div>
      </main>
    </>
  );
}
