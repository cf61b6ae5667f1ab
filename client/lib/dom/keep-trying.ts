/** Spread by half, 4.5 s at most: the page is back within 5 s of the service's return. */
const longestDelayMs = 3000;

/**
 * Calls `attempt` after growing delays, and at once when the network or the user is back. A page that is hidden or
 * offline waits for that. `failures` is how many attempts were made before. Returns the function that stops it.
 */
export function keepTrying(attempt: () => unknown, failures = 0): () => void {
  let failed = failures;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(next, retryDelay(failed, longestDelayMs));
    failed += 1;
  };
  const next = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    await attempt();
    if (!isOver) wait();
  };
  wait();
  const stopListening = onReturn(() => {
    failed = 0;
    void next();
  });
  return () => {
    isOver = true;
    stopListening();
    clearTimeout(timer);
  };
}

/** After a longer absence than this, the content can be outdated: the browser may have frozen the tab. */
const awayAfterMs = 15_000;

/**
 * Calls back when the network or the user is back. `wasAway` tells whether changes may have been missed meanwhile.
 * Returns the unsubscribe.
 */
export function onReturn(callback: (wasAway: boolean) => void): () => void {
  let hiddenAt = Number.POSITIVE_INFINITY;
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else callback(Date.now() - hiddenAt > awayAfterMs);
  };
  const over = new AbortController();
  const { signal } = over;
  window.addEventListener('online', () => callback(true), { signal });
  window.addEventListener('focus', () => callback(false), { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  return () => over.abort();
}

const firstDelayMs = 500;

/**
 * How long to wait before the next attempt, in milliseconds. Delays double up to `longestMs` and are spread by half, so
 * that the clients of a stopped server do not come back at once.
 */
export function retryDelay(attempt: number, longestMs: number, random: () => number = Math.random): number {
  return Math.min(firstDelayMs * 2 ** attempt, longestMs) * (0.5 + random());
}
