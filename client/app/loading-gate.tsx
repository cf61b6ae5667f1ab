import { type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { keepTrying } from '#client/dom/retry/keep-trying.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { nextProfileLoad } from '#client/store/api/base-query/hand-over-profile-load.ts';
import { endProfileLoad, logFirst } from '#client/store/api/base-query/profile-load.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#client/store/hooks.ts';
import { profileLoaded } from '#client/store/slices/session-slice.ts';
import { localError } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { StillTrying } from '#client/ui/state/still-trying.tsx';
import { matchClientRoute } from '#shared/routes.ts';

const OfflineStart = lazyPart(async () => (await import('./start/offline-start.tsx')).OfflineStart);

/**
 * Loads the profile once at start, past the cache; the app waits until it is known whether a user is signed in. While the
 * server does not answer, a protected screen keeps waiting instead of losing its address; others open without a user.
 */
export function LoadingGate({ children }: { children: ReactNode }) {
  // Kept in the store: for an unknown address the router mounts a second root layout, and one load is enough.
  const profile = useAppSelector((state) => state.session.profile);
  // A pre-rendered page is sent only to visitors without a session, for whom the profile load cannot find a user.
  const isPrerendered = useAppSelector((state) => state.session.isPrerendered);
  const { pathname } = useLocation();
  const online = useOnline();
  const isWaiting = profile === 'unanswered' && matchClientRoute(pathname)?.access === 'authenticated';
  const { begin, load, stop } = useProfileLoad();

  useEffect(() => {
    if (profile === 'asking') begin();
  }, [begin, profile]);
  useEffect(() => {
    if (isWaiting) return keepTrying(load);
  }, [isWaiting, load]);

  const isReady = (isPrerendered || profile !== 'asking') && !isWaiting;
  // Deferred, React draws the whole app in small steps, between which the browser can paint and answer.
  const isOpen = useDeferredValue(isReady) && isReady;
  if (isOpen) return children;
  const gate = (
    <div className="full-screen-spinner">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{copy.loading}</p>
      <StillTrying pending now={isWaiting} onStop={stop}>
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => void load()}>
          {copy.retry}
        </button>
      </StillTrying>
    </div>
  );
  if (!isWaiting || online) return gate;
  return (
    <Suspense fallback={gate}>
      <OfflineStart onRetry={load} />
    </Suspense>
  );
}

/** Loads the profile; a new load takes the place of the one under way. */
function useProfileLoad() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const turn = useRef(0);
  const running = useRef<PromiseLike<unknown> & { abort: () => void }>(undefined);

  const load = useCallback(async () => {
    turn.current += 1;
    const own = turn.current;
    running.current?.abort();
    // RTK Query would join a call that is still pending, so the aborted one must end first.
    await running.current;
    if (own !== turn.current) return;
    const query = nextProfileLoad(store);
    running.current = query;
    const { error } = await query;
    if (own !== turn.current) return;
    endProfileLoad(store, error);
  }, [store]);

  /** Loads once, also under StrictMode's double mount. */
  const begin = useCallback(() => {
    if (turn.current === 0) void load();
  }, [load]);

  const stop = useCallback(() => {
    turn.current += 1;
    logFirst(store, localError('stopped'));
    running.current?.abort();
    dispatch(profileLoaded('stopped'));
  }, [dispatch, store]);

  return { begin, load, stop };
}
