import { useMemo, useSyncExternalStore } from 'react';
import { onStorageChange, readText, removeText, writeText } from './storage.ts';

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
    write: (value) => writeText(key, JSON.stringify(value), options),
    remove: () => removeText(key),
  };
}

/** Follows a stored value, also when another tab changes it. The result stays the same object until it changes. */
export function useStoredValue<Value>({ key, schema }: StoredValue<Value>): Value {
  const text = useSyncExternalStore(onStorageChange, () => readText(key));
  return useMemo(() => schema(parse(text)), [schema, text]);
}

/** Keeps the items that fit, in order; anything but an array is an empty list. */
export function listOf<Item>(isItem: (value: unknown) => value is Item): Schema<readonly Item[]> {
  return (stored) => (Array.isArray(stored) ? stored.filter(isItem) : []);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text; empty where none is stored. */
export function textOrEmpty(stored: unknown): string {
  return isText(stored) ? stored : '';
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
