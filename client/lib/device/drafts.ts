import { isRecord } from '#client/lib/is-record.ts';
import { storedValue } from './stored-value.ts';
import { userKey } from './user-storage.ts';

/** Raised when the shape of drafts changes: drafts of an older version are ignored instead of misread. */
const version = 1;

/** Unsaved input of one form, per user and item. */
export interface Draft<Value> {
  value: Value;
  /** The stored text when the draft was begun: tells a change made elsewhere from the user's own. */
  base: Value;
  /** ISO time. */
  savedAt: string;
}

/** The draft of an item, if there is one whose value and base pass `isValue`. */
export function readDraft<Value>(
  userId: string,
  item: string,
  isValue: (value: unknown) => value is Value,
): Draft<Value> | undefined {
  const draft = draftOf(userId, item).read();
  if (!draft || !isValue(draft.value) || !isValue(draft.base)) return undefined;
  return { value: draft.value, base: draft.base, savedAt: draft.savedAt };
}

/** False when the browser could not store it. */
export function writeDraft<Value>(userId: string, item: string, value: Value, base: Value): boolean {
  return draftOf(userId, item).write({ version, value, base, savedAt: new Date().toISOString() });
}

export function removeDraft(userId: string, item: string): void {
  draftOf(userId, item).remove();
}

interface StoredDraft extends Draft<unknown> {
  version: number;
}

const draftOf = (userId: string, item: string) => storedValue(userKey(userId, `draft:${item}`), schema);

function schema(stored: unknown): StoredDraft | undefined {
  if (!isRecord(stored) || stored.version !== version || typeof stored.savedAt !== 'string') return undefined;
  return { version, value: stored.value, base: stored.base, savedAt: stored.savedAt };
}
