import { useCallback, useMemo, useState } from 'react';
import type { ReceivedRequest } from '#shared/api/requests.ts';

/**
 * The rows on screen. What arrives later waits behind a pill, so that nothing moves under the pointer; what is answered
 * stays until it is forgotten, so that its row can say what happened.
 */
export function useShownRequests(current: readonly ReceivedRequest[] | null) {
  const [shown, setShown] = useState<readonly ReceivedRequest[] | null>(null);
  if (shown === null && current !== null) setShown(current);

  const known = useMemo(() => new Set((shown ?? []).map(({ _id }) => _id)), [shown]);
  const waiting = useMemo(() => new Set((current ?? []).map(({ _id }) => _id)), [current]);
  const newer = (current ?? []).filter(({ _id }) => !known.has(_id));
  // Put new rows first and keep the old ones: a row may still be showing its outcome.
  const showNewer = () => setShown([...newer, ...(shown ?? [])]);
  const forget = useCallback((requestId: string) => {
    setShown((before) => before?.filter(({ _id }) => _id !== requestId) ?? null);
  }, []);
  return { shown, waiting, newer: newer.length, showNewer, forget };
}
