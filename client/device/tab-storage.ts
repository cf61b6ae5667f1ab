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
