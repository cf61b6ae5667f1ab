import { isRecord } from '#client/text/is-record.ts';
import { storedValue, useStoredValue } from './stored-value.ts';

/** The allowed values of each preference of this browser, the default first. public/theme.js applies those of the look. */
const choices = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduce'],
  text: ['normal', 'larger'],
  links: ['normal', 'underline'],
  shortcuts: [true, false],
  sound: [false, true],
  titleCount: [true, false],
  enterSends: [true, false],
  /** Desktop notifications, while a tab is open. */
  desktop: [false, true],
  sendTyping: [true, false],
  seeTyping: [true, false],
  /** Read receipts in both directions: without them those of other people are hidden too. */
  receipts: [true, false],
  presence: [true, false],
} as const;

type Name = keyof typeof choices;
export type Preferences = { readonly [Each in Name]: (typeof choices)[Each][number] };

// A choice that cannot be stored holds until the page is closed.
const preferences = storedValue('dotcode:preferences', schema, { orInMemory: true });

export function readPreferences(): Preferences {
  return preferences.read();
}

export function setPreference<Each extends Name>(name: Each, value: Preferences[Each]): void {
  preferences.write({ ...readPreferences(), [name]: value });
}

export function usePreferences(): Preferences {
  return useStoredValue(preferences);
}

export function prefersReducedMotion(): boolean {
  return readPreferences().motion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function schema(stored: unknown): Preferences {
  const given = isRecord(stored) ? stored : {};
  const valid = Object.entries(choices).map(([name, allowed]) => [
    name,
    allowed.find((value) => value === given[name]) ?? allowed[0],
  ]);
  return Object.fromEntries(valid) as Preferences;
}
