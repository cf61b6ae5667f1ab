import { useSyncExternalStore } from 'react';
import { readTabText, writeTabText } from '#client/lib/device/stored-value.ts';
import { loadCode } from '#client/lib/dom/lazy-part.ts';
import { staleDeployHeader } from '#shared/page-facts.ts';

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

const reloadedFor = 'dotcode.reloaded-for';

/**
 * For a screen whose code could not be loaded. The page is loaded again, once for each file, when the server says that
 * the file belongs to an older build, and when the server has the file but a second attempt failed: some browsers remember
 * a failed import for as long as the page lives. The promise stays open meanwhile. Throws when there is no such file.
 */
export async function reloadIfStale(
  error: Error,
  isRepeated: boolean,
  reload = () => location.reload(),
): Promise<void> {
  const file = /\/assets\/[\w.-]+\.(?:js|css)/.exec(error.message)?.[0];
  if (file === undefined) return;
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  const isStale = answer?.headers.get(staleDeployHeader) === 'reload';
  const mayReload = isStale || (isRepeated && answer?.ok);
  // Without the note the page could be loaded again without end.
  if (mayReload && readTabText(reloadedFor) !== file && writeTabText(reloadedFor, file)) {
    reload();
    await new Promise(() => undefined);
  }
  if (answer?.status === 404) throw error;
}
