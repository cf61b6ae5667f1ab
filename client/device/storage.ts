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
