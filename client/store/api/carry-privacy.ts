import { readPreferences, setPreference } from '#client/device/preferences.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { preferencesApi } from './preferences-api.ts';

const carried = { sendTyping: 'typing', receipts: 'receipts', presence: 'presence' } as const;

/**
 * Switches off in the account what this device has switched off, once: from then on the account's switch counts, and
 * the device's is as at first. After a failure the next start tries again.
 */
export async function carryPrivacy(store: AppStore): Promise<void> {
  const device = readPreferences();
  const off = Object.entries(carried).filter(([name]) => !device[name as keyof typeof carried]);
  const privacy = Object.fromEntries(off.map(([, name]) => [name, false]));
  const { error } = await store.dispatch(preferencesApi.endpoints.changePreferences.initiate({ privacy }));
  if (error === undefined) for (const [name] of off) setPreference(name as keyof typeof carried, true);
}
