import { muteApi } from '#client/store/api/safety/mute-api.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { Capability } from '#shared/capabilities.ts';
import { includes } from '../capabilities.ts';
import { preferencesApi } from './preferences-api.ts';

/** Keeps in the store what the account holds for every device, as far as the upstream has it. Returns the stop. */
export function followAccount(store: AppStore, capabilities: readonly Capability[]): () => void {
  const followed = [
    ...(includes(capabilities, 'safety') ? [store.dispatch(muteApi.endpoints.muted.initiate())] : []),
    ...(includes(capabilities, 'preferences') ? [followPreferences(store)] : []),
  ];
  return () => {
    for (const { unsubscribe } of followed) unsubscribe();
  };
}

/** At its first visit, the account takes over the time zone of the browser. After a failure the next start tries again. */
function followPreferences(store: AppStore) {
  const query = store.dispatch(preferencesApi.endpoints.preferences.initiate());
  void query.then(({ data }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (data?.timeZone === null && timeZone !== undefined)
      void store.dispatch(preferencesApi.endpoints.changePreferences.initiate({ timeZone }));
  });
  return query;
}
