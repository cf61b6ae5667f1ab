import { useCallback, useLayoutEffect, useRef } from 'react';

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
