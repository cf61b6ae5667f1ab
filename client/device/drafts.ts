import { readStored, removeStored, writeStored } from './storage.ts';

/** Raised when the shape of drafts changes: older ones are then left aside instead of being misread. */
const version = 1;

/** What was typed and not yet saved, per user and item, on this device only. */
export interface Draft<Value> {
  value: Value;
  /** What the item held when the draft was begun: tells a change made elsewhere from the user's own. */
  base: Value;
  /** ISO time. */
  savedAt: string;
}

interface Stored extends Draft<unknown> {
  version: number;
}

const nameOf = (item: string) => `draft:${item}`;

/** The draft of an item, if there is one whose parts pass `isValue`. */
export function readDraft<Value>(
  userId: string,
  item: string,
  isValue: (value: unknown) => value is Value,
): Draft<Value> | undefined {
  const stored = readStored<Partial<Stored> | null>(userId, nameOf(item));
  if (stored?.version !== version || typeof stored.savedAt !== 'string') return undefined;
  if (!isValue(stored.value) || !isValue(stored.base)) return undefined;
  return { value: stored.value, base: stored.base, savedAt: stored.savedAt };
}

/** False when the device could not keep it: storage full or forbidden. */
export function writeDraft<Value>(userId: string, item: string, value: Value, base: Value): boolean {
  const stored: Stored = { version, value, base, savedAt: new Date().toISOString() };
  return writeStored(userId, nameOf(item), stored);
}

export function removeDraft(userId: string, item: string): void {
  removeStored(userId, nameOf(item));
}
