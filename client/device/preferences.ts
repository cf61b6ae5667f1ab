import { isRecord } from '#client/text/is-record.ts';
import { storedValue, useStoredValue } from './stored-value.ts';

/** Choices of this browser, shared by its tabs. public/theme.js applies those of the look, and checks their values. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  motion: 'system' | 'reduce';
  text: 'normal' | 'larger';
  links: 'normal' | 'underline';
  shortcuts: boolean;
  sound: boolean;
  titleCount: boolean;
  enterSends: boolean;
  /** Desktop notifications, while a tab is open. */
  desktop: boolean;
  sendTyping: boolean;
  seeTyping: boolean;
  /** Read receipts in both directions: without them those of other people are hidden too. */
  receipts: boolean;
  presence: boolean;
}

const defaults: Preferences = {
  theme: 'system',
  density: 'comfortable',
  motion: 'system',
  text: 'normal',
  links: 'normal',
  shortcuts: true,
  sound: false,
  titleCount: true,
  enterSends: true,
  desktop: false,
  sendTyping: true,
  seeTyping: true,
  receipts: true,
  presence: true,
};

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
  return isRecord(stored) ? { ...defaults, ...stored } : defaults;
}
