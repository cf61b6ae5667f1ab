import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { authApi } from '#client/store/api/auth-api.ts';
import { useAppDispatch, useAppSelector } from '#client/store/hooks.ts';
import { profileAsked } from '#client/store/slices/session-slice.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { StillTrying } from '#client/ui/still-trying.tsx';
import { matchClientRoute } from '#shared/routes.ts';

const OfflineStart = lazy(() => import('./offline-start.tsx').then((m) => ({ default: m.OfflineStart })));

/** Forces one profile load at start; the whole app waits until it is known who is there. */
export function LoadingGate({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch();
  // In the store: the router mounts another root layout for an unknown address, and the load is forced once only.
  const ready = useAppSelector((state) => state.session.profileAsked);
  const [offline, setOffline] = useState(false);
  const { pathname } = useLocation();
  const turn = useRef(0);
  const running = useRef<PromiseLike<unknown> & { abort: () => void }>(undefined);

  const load = useCallback(async () => {
    turn.current += 1;
    const own = turn.current;
    running.current?.abort();
    // Only once it has ended, the same question can be asked anew.
    await running.current;
    if (own !== turn.current) return;
    const query = dispatch(authApi.endpoints.profileView.initiate(undefined, { forceRefetch: true, subscribe: false }));
    running.current = query;
    const { error } = await query;
    if (own !== turn.current) return;
    if (error) console.error(`Profile load failed: ${errorMessage(error)}`);
    setOffline(error !== undefined && !navigator.onLine);
    dispatch(profileAsked());
  }, [dispatch]);

  const stop = () => dispatch((_dispatch, _getState, { slowCalls }) => slowCalls.stopAll());

  useEffect(() => {
    // Once at start, also under StrictMode's double mount.
    if (!ready && turn.current === 0) void load();
  }, [load, ready]);

  // Without a network nobody can say who is there: a screen of a signed-in user waits, instead of losing its address.
  if (offline && matchClientRoute(pathname)?.access === 'authenticated')
    return (
      <Suspense>
        <OfflineStart onRetry={load} />
      </Suspense>
    );
  if (ready) return children;
  return (
    <div className="full-screen-spinner">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{copy.loading}</p>
      <StillTrying pending onStop={stop}>
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => void load()}>
          {copy.retry}
        </button>
      </StillTrying>
    </div>
  );
}
