import { preferencesApi } from '#client/store/api/preferences-api.ts';
import type { AppStore } from '#client/store/make-store.ts';

/** Keeps the account's preferences in the store, and tells the upstream the time zone at the first visit. */
export function followPreferences(store: AppStore): () => void {
  const followed = store.dispatch(preferencesApi.endpoints.preferences.initiate());
  const tellTimeZone = async () => {
    const { data } = await followed;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // Nothing waits for it: after a failure the next visit tells it.
    if (data?.timeZone === null && timeZone !== undefined)
      await store.dispatch(preferencesApi.endpoints.changePreferences.initiate({ timeZone }));
  };
  void tellTimeZone();
  return () => followed.unsubscribe();
}
