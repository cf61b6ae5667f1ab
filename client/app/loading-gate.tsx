import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '#client/lib/api-error.ts';
import { copy } from '#client/lib/copy.ts';
import { authApi } from '#client/store/auth-api.ts';
import { useAppDispatch } from '#client/store/hooks.ts';

const patience = 8000;

/** Forces one profile load at start; the whole app waits until it is known who is there. */
export function LoadingGate({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch();
  const [ready, setReady] = useState(false);
  const [slow, setSlow] = useState(false);
  const running = useRef<{ abort: () => void }>(undefined);

  const load = useCallback(async () => {
    running.current?.abort();
    const query = dispatch(authApi.endpoints.profileView.initiate(undefined, { forceRefetch: true, subscribe: false }));
    running.current = query;
    const { error } = await query;
    if (running.current !== query) return;
    if (error) console.warn(`Profile load failed: ${errorMessage(error)}`);
    setReady(true);
  }, [dispatch]);

  useEffect(() => {
    // Once at start, also under StrictMode's double mount.
    if (running.current === undefined) void load();
  }, [load]);

  useEffect(() => {
    if (ready) return;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => clearTimeout(timer);
  }, [ready]);

  if (ready) return children;
  return (
    <div className="full-screen-spinner">
      <span className="spinner" aria-hidden="true" />
      <div role="status" className="text-center">
        <p>{copy.loading}</p>
        {slow && <p>{copy.stillTrying}</p>}
      </div>
      {slow && (
        <button type="button" className="btn btn-outline" onClick={() => void load()}>
          {copy.retry}
        </button>
      )}
    </div>
  );
}
