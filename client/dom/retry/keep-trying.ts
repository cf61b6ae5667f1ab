import { onReturn } from './on-return.ts';
import { retryDelay } from './retry-delay.ts';

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
