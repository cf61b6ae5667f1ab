import { useSyncExternalStore } from 'react';

/** Choices of this device, shared by all open tabs. What concerns the look is applied by public/theme.js. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  /** Compact: less room between things, for a pointer that is fine enough. */
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
  /** Both ways: without them others' are not shown either. */
  receipts: boolean;
  presence: boolean;
}

const defaultPreferences: Preferences = {
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

const key = 'dotcode:preferences';

let cachedText: string | null = null;
let cached: Preferences = defaultPreferences;

export function readPreferences(): Preferences {
  try {
    const text = localStorage.getItem(key);
    if (text !== cachedText) {
      cachedText = text;
      cached = defaultPreferences;
      cached = { ...defaultPreferences, ...(JSON.parse(text ?? '{}') as Partial<Preferences>) };
    }
  } catch {
    // No storage: what was chosen on this page holds. Junk: nothing was chosen.
  }
  return cached;
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  const next = { ...readPreferences(), [name]: value };
  const newValue = JSON.stringify(next);
  try {
    localStorage.setItem(key, newValue);
  } catch {
    // Not kept, but it still holds for this page.
    cached = next;
  }
  // As other tabs hear of it from the browser, with what was chosen even where it could not be kept.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

export function prefersReducedMotion(): boolean {
  return readPreferences().motion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences);
}
