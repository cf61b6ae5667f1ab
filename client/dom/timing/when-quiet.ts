/** Long enough for the screen and its calls, which come first. */
const screenMs = 3000;

/**
 * Runs a task when the page is idle, after the first time at the earliest, and at most the second after that. Returns how
 * to call it off.
 */
export function whenQuiet(run: () => void, afterMs = screenMs, idleMs = afterMs): () => void {
  let callOff = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback !== 'function') return run();
    const handle = requestIdleCallback(run, { timeout: idleMs });
    callOff = () => cancelIdleCallback(handle);
  }, afterMs);
  return () => callOff();
}
