import { slowAfterMs } from '#client/dom/use-later.ts';

/** The calls that have been waiting for longer than {@link slowAfterMs}. */
export interface SlowCalls {
  /** Follows a call; returns the function to call when it has ended. */
  follow: (stop: () => void) => () => void;
  areThere: () => boolean;
  stopAll: () => void;
  /** For `useSyncExternalStore`. */
  subscribe: (onChange: () => void) => () => void;
}

export function createSlowCalls(): SlowCalls {
  const slow = new Set<() => void>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    follow: (stop) => {
      const timer = setTimeout(() => {
        slow.add(stop);
        tell();
      }, slowAfterMs);
      return () => {
        clearTimeout(timer);
        if (slow.delete(stop)) tell();
      };
    },
    areThere: () => slow.size > 0,
    stopAll: () => {
      for (const stop of [...slow]) stop();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
