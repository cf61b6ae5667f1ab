import { muteApi } from '#client/store/api/safety/mute-api.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { Capability } from '#shared/capabilities.ts';
import { followPreferences } from './follow-preferences.ts';

/** Keeps in the store what the account holds for every device, as far as the upstream has it. Returns the stop. */
export function followAccount(store: AppStore, capabilities: readonly Capability[]): () => void {
  const stops = [
    ...(capabilities.includes('safety.mute') ? [store.dispatch(muteApi.endpoints.muted.initiate()).unsubscribe] : []),
    ...(capabilities.includes('preferences') ? [followPreferences(store)] : []),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
