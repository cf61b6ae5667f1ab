import { isRecord } from '#client/lib/is-record.ts';
import { storedValue, useStoredValue } from './stored-value.ts';

/**
 * The values that each preference of this browser can have; the first is the default. public/theme.js applies those of
 * the look before the first paint.
 */
const values = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduce'],
  text: ['normal', 'larger'],
  links: ['normal', 'underline'],
  shortcuts: [true, false],
  titleCount: [true, false],
  enterSends: [true, false],
  seeTyping: [true, false],
  /** No copies of what was seen on this device. */
  keepNothing: [false, true],
} as const;

export type Preferences = { [Name in keyof typeof values]: (typeof values)[Name][number] };

// A choice that cannot be stored holds until the page is closed.
const preferences = storedValue('dotcode:preferences', schema, { orInMemory: true });

export function readPreferences(): Preferences {
  return preferences.read();
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  preferences.write({ ...readPreferences(), [name]: value });
}

export function usePreferences(): Preferences {
  return useStoredValue(preferences);
}

function schema(stored: unknown): Preferences {
  const found = isRecord(stored) ? stored : {};
  const checked = Object.entries<readonly unknown[]>(values).map(([name, allowed]) => [
    name,
    allowed.includes(found[name]) ? found[name] : allowed[0],
  ]);
  return Object.fromEntries(checked) as Preferences;
}
