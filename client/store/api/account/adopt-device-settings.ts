import { readPreferences, setPreference } from '#client/device/preferences.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { preferencesApi } from './preferences-api.ts';

/** The settings that the account takes over from this device. Nothing waits for it: after a failure the next start tries again. */
export async function adoptDeviceSettings(store: AppStore): Promise<void> {
  await tellTimeZone(store);
  await carryPrivacy(store);
}

/** At the account's first visit. */
async function tellTimeZone(store: AppStore): Promise<void> {
  const { data } = await store.dispatch(preferencesApi.endpoints.preferences.initiate(undefined, { subscribe: false }));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (data?.timeZone === null && timeZone !== undefined)
    await store.dispatch(preferencesApi.endpoints.changePreferences.initiate({ timeZone }));
}

const switches = { sendTyping: 'typing', receipts: 'receipts', presence: 'presence' } as const;
type DeviceSwitch = keyof typeof switches;

/**
 * Switches off in the account what the user had switched off on this device, before accounts had such switches. From
 * then on the account's switch counts, and the device's returns to its default.
 */
async function carryPrivacy(store: AppStore): Promise<void> {
  const device = readPreferences();
  const off = (Object.keys(switches) as DeviceSwitch[]).filter((name) => !device[name]);
  if (off.length === 0) return;
  const privacy = Object.fromEntries(off.map((name) => [switches[name], false]));
  const { error } = await store.dispatch(preferencesApi.endpoints.changePreferences.initiate({ privacy }));
  if (error === undefined) for (const name of off) setPreference(name, true);
}
