import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Debounces a value: a link that is being typed is not requested after each letter. */
export function useDebounced<Value>(value: Value, milliseconds = 300): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

/** After this time without an answer the user is told, and may stop the call. There is no time-out. */
export const slowAfterMs = 8000;

/** Whether `pending` has lasted for {@link slowAfterMs}. */
export function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return slow;
}

/**
 * A function that is the same in every render and calls the latest handler: a memoised component that takes it is not
 * rendered again with its parent. Only for events, not while rendering.
 */
export function useStable<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

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
