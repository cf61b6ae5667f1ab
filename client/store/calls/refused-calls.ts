/** Calls that failed because the session had ended. Each waits until the user logs in again, then is made once more. */
export interface RefusedCalls {
  /** Resolves when the call may be repeated. Stays pending for good if the waiting calls are dropped. */
  wait: () => Promise<void>;
  repeat: () => void;
  drop: () => void;
}

export function createRefusedCalls(): RefusedCalls {
  const waiting = new Set<() => void>();
  return {
    wait: () => new Promise((resolve) => waiting.add(resolve)),
    repeat: () => {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    drop: () => waiting.clear(),
  };
}
