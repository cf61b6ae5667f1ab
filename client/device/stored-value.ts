import { useMemo, useSyncExternalStore } from 'react';
import { onStorageChange, readText, writeText } from './storage.ts';

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

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
