import { pageFact } from '#client/lib/dom/page.ts';
import { readPreferences } from './preferences.ts';
import { memory, readText, storedValue, textOrEmpty, writeText } from './stored-value.ts';

/** The key of a value that belongs to one user of this browser. */
export function userKey(userId: string, name: string): string {
  return `dotcode:user:${userId}:${name}`;
}

/** The keys that begin with a prefix, for example every outbox message of a user. */
export function storedKeys(prefix: string): string[] {
  const keys = new Set(memory().keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch {
    // Storage is forbidden: only the texts in memory are left.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}

/** Removes everything that this browser keeps for one user. */
export function clearUser(userId: string): void {
  for (const key of storedKeys(userKey(userId, ''))) writeText(key, null);
  if (isKept()) {
    markKept(false);
    void import('./kept-storage.ts').then(({ dropKept }) => dropKept());
  }
  void import('./stored-pictures.ts').then(({ dropOldPictures }) => dropOldPictures(userId, () => false, 0));
}

/** The id of the last message that the user read in a conversation, in this browser; empty where none is stored. */
export function lastRead(ownId: string, peerId: string) {
  return storedValue(userKey(ownId, `read:${peerId}`), textOrEmpty);
}

const keptKey = 'dotcode:kept';

/** Whether this browser may keep copies of what was seen: the deployment and the user of the device can forbid it. */
export function mayKeep(): boolean {
  return pageFact('offline') !== 'off' && !readPreferences().keepNothing;
}

/** Whether copies may be there. A browser without the mark opens no database at the start. */
export function isKept(): boolean {
  return readText(keptKey) !== null;
}

export function markKept(isNowKept: boolean): void {
  if (isKept() !== isNowKept) writeText(keptKey, isNowKept ? 'yes' : null);
}
