/** Texts in localStorage. Storage may be full or forbidden: then nothing is read, and a write returns false. */

interface Unstored {
  text: string;
  /** What localStorage held when the write failed. A newer text there, from another tab, wins. */
  instead: string | null;
}

/** Texts that localStorage refused, per document: they last until the page is closed. */
const unstored = new WeakMap<Document, Map<string, Unstored>>();

const userPrefix = 'dotcode:user:';

/** The key of a value that belongs to one user of this browser. */
export function userKey(userId: string, name: string): string {
  return `${userPrefix}${userId}:${name}`;
}

export function readText(key: string): string | null {
  const kept = memory().get(key);
  const text = fromStorage(key);
  return kept && (text === undefined || text === kept.instead) ? kept.text : (text ?? null);
}

/**
 * Stores a text and tells this tab's listeners; the browser tells the other tabs. Returns whether localStorage took it.
 * With `orInMemory`, a refused text is still read back until the page is closed.
 */
export function writeText(key: string, text: string, { orInMemory = false } = {}): boolean {
  memory().delete(key);
  let isStored = true;
  try {
    localStorage.setItem(key, text);
  } catch {
    isStored = false;
    if (orInMemory) memory().set(key, { text, instead: fromStorage(key) ?? null });
  }
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
  return isStored;
}

export function removeText(key: string): void {
  remove(key);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

/** The keys that begin with a prefix, for example every outbox message of a user. */
export function storedKeys(prefix: string): string[] {
  const keys = new Set(memory().keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch {
    // Storage is forbidden: only the document's own texts are left.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}

/** Removes everything that this browser keeps for one user. */
export function clearUser(userId: string): void {
  for (const key of storedKeys(userKey(userId, ''))) remove(key);
  window.dispatchEvent(new StorageEvent('storage'));
}

/** Calls back on every change, in this tab or another. `key` is null when all keys changed. Returns the unsubscribe. */
export function onStorageChange(callback: (key: string | null) => void): () => void {
  const listener = ({ key }: StorageEvent) => callback(key);
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function memory(): Map<string, Unstored> {
  const texts = unstored.get(document) ?? new Map<string, Unstored>();
  unstored.set(document, texts);
  return texts;
}

/** Undefined where storage is forbidden, null where it holds nothing. */
function fromStorage(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

function remove(key: string): void {
  memory().delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: it holds nothing to remove.
  }
}
