/**
 * What this device remembers, per user: drafts, notes, recents. Storage may be full, forbidden or hold junk: reading
 * then gives undefined and writing does nothing, because none of it is worth an error.
 */
const prefix = 'dotcode:user:';

const keyOf = (userId: string, name: string) => `${prefix}${userId}:${name}`;

export function readStored<Value>(userId: string, name: string): Value | undefined {
  try {
    const text = localStorage.getItem(keyOf(userId, name));
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

/** True when the value is really kept. */
export function writeStored(userId: string, name: string, value: unknown): boolean {
  try {
    localStorage.setItem(keyOf(userId, name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removeStored(userId: string, name: string): void {
  try {
    localStorage.removeItem(keyOf(userId, name));
  } catch {
    // Nothing could have been kept either.
  }
}

/** The names under which something is kept for this user, for example every draft: `storedNames(id, 'draft:')`. */
export function storedNames(userId: string, startsWith = ''): string[] {
  try {
    const start = keyOf(userId, startsWith);
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(keyOf(userId, '').length));
  } catch {
    return [];
  }
}

/** Forgets everything kept for this user on this device. */
export function clearStored(userId: string): void {
  for (const name of storedNames(userId)) removeStored(userId, name);
  // As other tabs hear of it from the browser: lists on screen that show something of it follow.
  window.dispatchEvent(new StorageEvent('storage'));
}
