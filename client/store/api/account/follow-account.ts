import type { AppStore } from '#client/store/make-store.ts';
import type { Capability } from '#shared/capabilities.ts';
import { followMuted } from './follow-muted.ts';
import { followPreferences } from './follow-preferences.ts';

/** Keeps in the store what the account holds for every device, as far as the upstream has it. Returns the stop. */
export function followAccount(store: AppStore, ownId: string, capabilities: readonly Capability[]): () => void {
  const stops = [
    ...(capabilities.includes('safety.mute') ? [followMuted(store, ownId)] : []),
    ...(capabilities.includes('preferences') ? [followPreferences(store)] : []),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
