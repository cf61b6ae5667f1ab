/** By then an opened screen has its code, answers and pictures, so that the task competes with none of them. */
const screenMs = 3000;

/** After this time the task runs even where the browser is busy. */
const busyMs = 1000;

/**
 * Runs a task that the user does not wait for, once the screen has what it needs and the browser is idle. `afterMs` is how long
 * the screen still needs. Returns how to call it off.
 */
export function whenQuiet(run: () => void, afterMs = screenMs): () => void {
  let callOff = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback !== 'function') return run();
    const handle = requestIdleCallback(run, { timeout: busyMs });
    callOff = () => cancelIdleCallback(handle);
  }, afterMs);
  return () => callOff();
}
