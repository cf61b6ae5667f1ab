import { useEffect, useState } from 'react';

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
