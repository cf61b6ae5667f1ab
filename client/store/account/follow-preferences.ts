import { preferencesApi } from '#client/store/api/preferences-api.ts';
import type { AppStore } from '#client/store/make-store.ts';

/** Keeps the account's preferences in the store, and tells the upstream what it takes over from this device. */
export function followPreferences(store: AppStore): () => void {
  const followed = store.dispatch(preferencesApi.endpoints.preferences.initiate());
  import('#client/store/api/tell-device.ts').then(({ tellDevice }) => tellDevice(store)).catch(() => undefined);
  return () => followed.unsubscribe();
}
