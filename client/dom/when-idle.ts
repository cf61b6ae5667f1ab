/** Runs once the browser has nothing to do, after this many milliseconds at the latest. Returns how to call it off. */
export function whenIdle(run: () => void, atMostMs = 1000): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: atMostMs });
  return () => cancelIdleCallback(handle);
}
