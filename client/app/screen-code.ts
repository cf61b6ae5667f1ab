import { useSyncExternalStore } from 'react';
import { loadCode } from '#client/lib/dom/lazy-part.ts';
import { reloadIfStale } from './start/stale-deploy.ts';

/** Code of a screen, in a chunk of its own. */
export interface ScreenCode<Code> {
  /** Loads it for a screen that is opened: again and again while its files cannot be fetched. */
  open: () => Promise<Code>;
  /** Fetches it ahead of the navigation. */
  prefetch: () => Promise<Code>;
}

/** How many loads of opened screens have failed so far and are tried again. */
let failing = 0;
const listeners = new Set<() => void>();

function countFailing(change: 1 | -1): void {
  failing += change;
  for (const listener of listeners) listener();
}

/** Whether the code of an opened screen could not be fetched so far. */
export function useMissingCode(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    () => failing > 0,
    () => false,
  );
}

export function screenCode<Code>(load: () => Promise<Code>): ScreenCode<Code> {
  // Kept: a fetched screen opens in the same task, without the loading text in between.
  let fetched: Promise<Code> | undefined;
  const prefetch = () => {
    fetched ??= load().catch((error: unknown) => {
      fetched = undefined;
      throw error;
    });
    return fetched;
  };
  const open = async () => {
    let hasFailed = false;
    try {
      return await loadCode(prefetch, async (error, attempt) => {
        if (!hasFailed) countFailing(1);
        hasFailed = true;
        // Only for a screen that is opened, not for a prefetch: it would reload the page while the user works.
        await reloadIfStale(error, attempt > 0);
      });
    } finally {
      if (hasFailed) countFailing(-1);
    }
  };
  return { open, prefetch };
}
