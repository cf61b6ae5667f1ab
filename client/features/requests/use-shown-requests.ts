import { useCallback, useMemo, useState } from 'react';
import type { ReceivedRequest } from '#shared/api/requests.ts';

/**
 * The rows on screen. New requests are counted and shown on demand, so that no row moves under the pointer; answered
 * rows stay until they are forgotten, so that they can show the outcome. A forgotten request does not count as new,
 * even when the list still holds it: the list may have been fetched before the answer reached the upstream.
 */
export function useShownRequests(current: readonly ReceivedRequest[] | null) {
  const [shown, setShown] = useState<readonly ReceivedRequest[] | null>(null);
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());
  if (shown === null && current !== null) setShown(current);

  const known = useMemo(() => new Set([...(shown ?? []).map(({ _id }) => _id), ...forgotten]), [shown, forgotten]);
  const waiting = useMemo(() => new Set((current ?? []).map(({ _id }) => _id)), [current]);
  const newer = (current ?? []).filter(({ _id }) => !known.has(_id));
  // Put new rows first and keep the old ones: a row may still be showing its outcome.
  const showNewer = () => setShown([...newer, ...(shown ?? [])]);
  const forget = useCallback((requestId: string) => {
    setShown((before) => before?.filter(({ _id }) => _id !== requestId) ?? null);
    setForgotten((before) => new Set(before).add(requestId));
  }, []);
  return { shown, waiting, newer: newer.length, showNewer, forget };
}
