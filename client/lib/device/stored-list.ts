import { useMemo, useSyncExternalStore } from 'react';
import { onStorageChange, type Schema, type StoredValue, storedValue } from './stored-value.ts';
import { storedKeys, userKey } from './user-storage.ts';

/** Records of one kind that this browser keeps for a user. Each has a key of its own, so that two tabs never overwrite each other's. */
interface StoredList<Item, Name> {
  /** In their order. */
  all: (userId: string) => Item[];
  /** The place of one record. One that cannot be stored stays in memory, as long as the page is open. */
  at: (userId: string, item: Name) => StoredValue<Item | undefined>;
  /** Calls back on every change, in this tab or another. Returns the unsubscribe. */
  onChange: (callback: () => void) => () => void;
  /** The records of a conversation, in the same array until one changes. */
  useOf: (userId: string, isWanted: (item: Item) => boolean) => readonly Item[];
}

interface Options<Item, Name> {
  /** Begins the names of all records. */
  prefix: string;
  /** The rest of the name. A later record of the same name replaces the earlier one. */
  nameOf: (item: Name) => string;
  schema: Schema<Item | undefined>;
  order: (one: Item, other: Item) => number;
}

export function storedList<Item extends Name, Name>(options: Options<Item, Name>): StoredList<Item, Name> {
  const { prefix, nameOf, schema, order } = options;
  const keyOf = (userId: string, item: Name) => userKey(userId, prefix + nameOf(item));
  const valueAt = (key: string) => storedValue(key, schema, { orInMemory: true });
  const all = (userId: string) =>
    storedKeys(userKey(userId, prefix))
      .flatMap((key) => {
        const item = valueAt(key).read();
        // A damaged record under the key of another would be sent for ever: its own key is the one that is removed.
        return item && key === keyOf(userId, item) ? item : [];
      })
      .sort(order);
  const onChange = (callback: () => void) =>
    onStorageChange((key) => {
      if (key === null || key.includes(`:${prefix}`)) callback();
    });
  return {
    all,
    at: (userId, item) => valueAt(keyOf(userId, item)),
    onChange,
    useOf: (userId, isWanted) => {
      const text = useSyncExternalStore(onChange, () => JSON.stringify(all(userId).filter(isWanted)));
      return useMemo(() => JSON.parse(text) as Item[], [text]);
    },
  };
}

/** Runs one task at a time of those with this name, in all tabs of this browser. */
export async function oneTabAtATime<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  if (navigator.locks === undefined) return run();
  return navigator.locks.request(`dotcode:${name}`, run);
}
