/** Calls that failed because the session had ended. Each waits until the user logs in again, then is made once more. */
export interface RefusedCalls {
  /** Resolves to whether the call may be repeated: false once the waiting calls are dropped, or this one is aborted. */
  wait: (signal: AbortSignal) => Promise<boolean>;
  repeat: () => void;
  drop: () => void;
}

export function createRefusedCalls(): RefusedCalls {
  const waiting = new Set<(mayRepeat: boolean) => void>();
  const endAll = (mayRepeat: boolean) => {
    for (const end of waiting) end(mayRepeat);
    waiting.clear();
  };
  return {
    wait: (signal) =>
      new Promise((resolve) => {
        const end = (mayRepeat: boolean) => {
          signal.removeEventListener('abort', abort);
          resolve(mayRepeat);
        };
        const abort = () => {
          waiting.delete(end);
          end(false);
        };
        if (signal.aborted) return resolve(false);
        signal.addEventListener('abort', abort);
        waiting.add(end);
      }),
    repeat: () => endAll(true),
    drop: () => endAll(false),
  };
}
