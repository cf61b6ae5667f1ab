import { renderHook } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreferences, setPreference, usePreferences } from './preferences.ts';

const key = 'dotcode:preferences';
const { dataset } = document.documentElement;
let systemIsDark = false;
let systemChanges: () => void = () => undefined;

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemIsDark;
    },
    addEventListener: (_type: string, listener: () => void) => {
      systemChanges = listener;
    },
  }));
  // As in index.html, where the theme script runs before all other scripts.
  await import('#client/public/theme.js');
});

beforeEach(() => {
  systemIsDark = false;
  document.head.innerHTML = '<meta name="theme-color" content="">';
  window.dispatchEvent(new StorageEvent('storage'));
});

const themeColor = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content');

describe('a preference', () => {
  it.each([
    ['theme', 'dark', 'system'],
    ['density', 'compact', 'comfortable'],
    ['motion', 'reduce', 'system'],
    ['text', 'larger', 'normal'],
    ['links', 'underline', 'normal'],
  ] as const)('%s: %s shows on the page at once, and goes again', (name, value, otherwise) => {
    setPreference(name, value);
    expect(dataset[name]).toBe(value);
    expect(readPreferences()[name]).toBe(value);
    setPreference(name, otherwise);
    expect(dataset[name]).toBeUndefined();
  });

  it('colours the browser around the page, and follows the system where that was chosen', () => {
    const light = themeColor();
    setPreference('theme', 'dark');
    expect(themeColor()).not.toBe(light);
    setPreference('theme', 'system');
    expect(themeColor()).toBe(light);
    systemIsDark = true;
    systemChanges();
    expect(themeColor()).not.toBe(light);
  });

  it('follows a change in another tab', () => {
    const newValue = JSON.stringify({ theme: 'dark', shortcuts: false });
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    expect(dataset.theme).toBe('dark');
    expect(readPreferences().shortcuts).toBe(false);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(dataset.theme).toBeUndefined();
    expect(readPreferences().shortcuts).toBe(true);
  });

  it('holds until the page is closed where storage fails', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    setPreference('theme', 'dark');
    expect(dataset.theme).toBe('dark');
    expect(readPreferences().theme).toBe('dark');
    // A hook that returns a new object on each render makes its component render without end.
    const { result, rerender } = renderHook(usePreferences);
    const before = result.current;
    rerender();
    expect(result.current).toBe(before);
  });

  it('is the default where something else is stored, and keeps the others', () => {
    localStorage.setItem(key, '{"theme":');
    expect(readPreferences().theme).toBe('system');
    localStorage.setItem(key, JSON.stringify({ theme: 'pink"><script>', titleCount: 'yes', density: 'compact' }));
    window.dispatchEvent(new StorageEvent('storage'));
    expect([dataset.theme, dataset.density]).toEqual([undefined, 'compact']);
    expect(readPreferences()).toMatchObject({ theme: 'system', titleCount: true, density: 'compact' });
  });
});
