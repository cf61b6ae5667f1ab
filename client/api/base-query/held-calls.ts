import { slowAfterMs } from '#client/lib/dom/use-later.ts';

/** Calls that failed because the session had ended. Each waits until the user logs in again, then is made once more. */
export interface RefusedCalls {
  /** Resolves to whether the call may be repeated: false once the waiting calls are dropped, or this one is aborted. */
  wait: (signal: AbortSignal) => Promise<boolean>;
  repeat: () => void;
  drop: () => void;
}

export function createRefusedCalls(): RefusedCalls {
  let end = Promise.withResolvers<boolean>();
  const endAll = (mayRepeat: boolean) => {
    end.resolve(mayRepeat);
    end = Promise.withResolvers();
  };
  return {
    wait: (signal) => {
      const aborted = new Promise<false>((resolve) => {
        if (signal.aborted) resolve(false);
        signal.addEventListener('abort', () => resolve(false), { once: true });
      });
      return Promise.race([aborted, end.promise]);
    },
    repeat: () => endAll(true),
    drop: () => endAll(false),
  };
}

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
