import { useAppSelector } from '#client/state/hooks.ts';
import type { RootState } from '#client/state/make-store.ts';

/** Answers of the frame, of which nobody reads how old they are. */
const unread: ReadonlySet<string> = new Set(['capabilities', 'preferences', 'muted']);

/** When the oldest kept copy on screen was answered, in milliseconds; undefined where no copy is shown. */
export function useKeptAge(): number | undefined {
  return useAppSelector(keptAge);
}

export function keptAge({ api, kept }: Pick<RootState, 'api' | 'kept'>): number | undefined {
  const shown = Object.entries(kept).filter(([key]) => {
    // RTK Query copies its subscriptions into the state within half a second.
    const isOnScreen = Object.keys(api.subscriptions[key] ?? {}).length > 0;
    return isOnScreen && !unread.has(api.queries[key]?.endpointName ?? '');
  });
  return shown.length === 0 ? undefined : Math.min(...shown.map(([, at]) => at));
}
