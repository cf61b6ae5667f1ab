import type { ComponentType } from 'react';
import { loadCode } from '#client/dom/lazy-part.ts';
import { reloadIfStale } from './start/stale-deploy.ts';

/** The code of a screen, in a chunk of its own. */
export interface ScreenCode {
  /** Loads it for a screen that is opened: again and again while its files cannot be fetched. */
  open: () => Promise<ComponentType>;
  /** Fetches it ahead of the navigation. */
  preload: () => Promise<unknown>;
  isHere: () => boolean;
  /** Whether it could not be fetched so far, and is tried again; for `useSyncExternalStore`. */
  hasFailed: () => boolean;
  subscribe: (onChange: () => void) => () => void;
}

export function screenCode(load: () => Promise<ComponentType>): ScreenCode {
  let component: ComponentType | undefined;
  let failed = false;
  const listeners = new Set<() => void>();
  const setFailed = (now: boolean) => {
    failed = now;
    for (const listener of listeners) listener();
  };
  const preload = async () => {
    component ??= await load();
    return component;
  };
  return {
    open: async () => {
      const opened = await loadCode(preload, async (error, attempt) => {
        setFailed(true);
        // Only for a screen that is opened, not for a prefetch: it would reload the page while the user works.
        await reloadIfStale(error, attempt > 0);
      });
      setFailed(false);
      return opened;
    },
    preload,
    isHere: () => component !== undefined,
    hasFailed: () => failed,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
