/** Long enough for the screen and its calls, which come first. */
const afterMs = 3000;

/** Runs once the page has nothing better to do. Returns how to call it off. */
export function whenQuiet(run: () => void): () => void {
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: afterMs });
    else run();
  }, afterMs);
  return () => clearTimeout(timer);
}
