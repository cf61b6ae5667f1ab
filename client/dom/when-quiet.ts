/** Long enough for the screen and its calls, which come first. */
const screenMs = 3000;

/** Runs a task when the page is idle, after this time at the earliest. Returns the function that cancels it. */
export function whenQuiet(run: () => void, afterMs = screenMs): () => void {
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: afterMs });
    else run();
  }, afterMs);
  return () => clearTimeout(timer);
}
