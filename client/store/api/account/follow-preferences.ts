import type { AppStore } from '#client/store/make-store.ts';
import { preferencesApi } from './preferences-api.ts';

/** Keeps the account's preferences in the store, and tells the upstream what it takes over from this device. */
export function followPreferences(store: AppStore): () => void {
  const followed = store.dispatch(preferencesApi.endpoints.preferences.initiate());
  import('./adopt-device-settings.ts')
    .then(({ adoptDeviceSettings }) => adoptDeviceSettings(store))
    .catch(() => undefined);
  return () => followed.unsubscribe();
}
