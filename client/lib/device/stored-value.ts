import { useMemo, useSyncExternalStore } from 'react';

/** Texts in localStorage. Storage may be full or forbidden: then nothing is read, and a write returns false. */

interface Unstored {
  text: string;
  /** The text in localStorage when the write failed. A newer text there, from another tab, wins. */
  instead: string | null;
}

const unstored = new WeakMap<Document, Map<string, Unstored>>();

export function readText(key: string): string | null {
  const kept = memory().get(key);
  const text = fromStorage(key);
  return kept?.instead === text ? kept.text : text;
}

/**
 * Stores a text, or removes it with `null`, and tells this tab's listeners; the browser tells the other tabs. Returns
 * whether localStorage took it. With `orInMemory`, a refused text is still read back until the page is closed.
 */
export function writeText(key: string, text: string | null, orInMemory = false): boolean {
  memory().delete(key);
  let isStored = true;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    isStored = false;
    if (orInMemory && text !== null) memory().set(key, { text, instead: fromStorage(key) });
  }
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
  return isStored;
}

/** Calls back on every change, in this tab or another. `key` is null when all keys changed. Returns the unsubscribe. */
export function onStorageChange(callback: (key: string | null) => void): () => void {
  const listener = ({ key }: StorageEvent) => callback(key);
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The texts that localStorage refused in this document. */
export function memory(): Map<string, Unstored> {
  const texts = unstored.get(document) ?? new Map<string, Unstored>();
  unstored.set(document, texts);
  return texts;
}

function fromStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Turns what storage holds into a value. Gets `undefined` where nothing is stored; junk must become a usable value. */
export type Schema<Value> = (stored: unknown) => Value;

/** One value in this browser's storage, as JSON, checked by its schema on every read. */
export interface StoredValue<Value> {
  key: string;
  schema: Schema<Value>;
  read: () => Value;
  /** False when the browser could not store it. */
  write: (value: Value) => boolean;
  remove: () => void;
}

/** `orInMemory` keeps a value that could not be stored until the page is closed. */
export function storedValue<Value>(
  key: string,
  schema: Schema<Value>,
  options?: { orInMemory: boolean },
): StoredValue<Value> {
  return {
    key,
    schema,
    read: () => schema(parse(readText(key))),
    write: (value) => writeText(key, JSON.stringify(value), options?.orInMemory),
    remove: () => void writeText(key, null),
  };
}

/** For pages that are rendered at build, where there is no storage. */
const nothingStored = () => null;

/** Follows a stored value, also when another tab changes it. The result stays the same object until it changes. */
export function useStoredValue<Value>({ key, schema }: StoredValue<Value>): Value {
  const text = useSyncExternalStore(onStorageChange, () => readText(key), nothingStored);
  return useMemo(() => schema(parse(text)), [schema, text]);
}

/** The value of a stored JSON text; `undefined` for none and for anything that is not JSON. */
export function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Texts in sessionStorage, which last as long as the tab. Storage may be full or forbidden: then nothing is read. */
export function readTabText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it with `null`. False when the browser could not store it. */
export function writeTabText(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Keeps the items that fit, in order; anything but an array is an empty list. */
export function listOf<Item>(isItem: (value: unknown) => value is Item): Schema<readonly Item[]> {
  return (stored) => (Array.isArray(stored) ? stored.filter(isItem) : []);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTime(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

/** The stored text; empty for anything else. */
export function textOrEmpty(stored: unknown): string {
  return isText(stored) ? stored : '';
}
