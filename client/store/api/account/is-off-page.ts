import type { AppStore } from '#client/store/make-store.ts';
import type { NotifyKind, Preferences } from '#shared/api/preferences.ts';

/** The cache entry that `follow-preferences.ts` keeps. It is read by its key: the code of its API is loaded later. */
const entry = 'preferences(undefined)';

/** Whether the user wants no toasts about this kind. */
export function isOffPage(store: AppStore, kind: string): boolean {
  const preferences = store.getState().api.queries[entry]?.data as Preferences | undefined;
  return preferences?.notify[kind as NotifyKind]?.page === false;
}
