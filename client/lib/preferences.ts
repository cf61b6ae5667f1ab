import { useSyncExternalStore } from 'react';

/** Choices of this device, applied before the first paint by public/theme.js and shared by all open tabs. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
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
const changed = 'dotcode:preferences-changed';

let cachedText: string | null = null;
let cached: Preferences = defaultPreferences;

export function readPreferences(): Preferences {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
    if (text !== cachedText) {
      cached = { ...defaultPreferences, ...(JSON.parse(text ?? '{}') as Partial<Preferences>) };
      cachedText = text;
    }
  } catch {
    cached = { ...defaultPreferences };
    cachedText = text;
  }
  return cached;
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  const next = { ...readPreferences(), [name]: value };
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Not kept, but it still holds for this page.
    cached = next;
  }
  applyPreferences(next);
  window.dispatchEvent(new Event(changed));
}

function applyPreferences(preferences: Preferences): void {
  const { dataset } = document.documentElement;
  setOrDelete(dataset, 'theme', preferences.theme === 'system' ? undefined : preferences.theme);
  setOrDelete(dataset, 'motion', preferences.motion === 'reduce' ? 'reduce' : undefined);
  setOrDelete(dataset, 'text', preferences.text === 'larger' ? 'larger' : undefined);
  setOrDelete(dataset, 'links', preferences.links === 'underline' ? 'underline' : undefined);
  const dark = isDark(preferences);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0e1118' : '#f3f4f8');
}

export function prefersReducedMotion(): boolean {
  return readPreferences().motion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function isDark(preferences: Preferences): boolean {
  if (preferences.theme !== 'system') return preferences.theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

function setOrDelete(dataset: DOMStringMap, name: string, value: string | undefined): void {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}

function subscribe(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // public/theme.js has applied it to the page already.
    if (event.key === key) onChange();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener(changed, onChange);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener(changed, onChange);
  };
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences);
}
