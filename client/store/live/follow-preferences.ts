import { preferencesApi } from '#client/store/api/preferences-api.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { NotifyKind } from '#shared/api/preferences.ts';

/** Keeps the account's preferences in the store, and tells the upstream what it takes over from this device. */
export function followPreferences(store: AppStore): () => void {
  const followed = store.dispatch(preferencesApi.endpoints.preferences.initiate());
  import('#client/store/api/tell-device.ts').then(({ tellDevice }) => tellDevice(store)).catch(() => undefined);
  return () => followed.unsubscribe();
}

/** Whether the user wants no toasts about this kind. */
export function isOffPage(store: AppStore, kind: string): boolean {
  const { data } = preferencesApi.endpoints.preferences.select()(store.getState());
  return data?.notify[kind as NotifyKind]?.page === false;
}
