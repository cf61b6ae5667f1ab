import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * Opens an IndexedDB database of one version at the first call, and again after the browser has closed it or an attempt
 * has failed. Rejects where IndexedDB is forbidden.
 */
export function databaseOf<Schema extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  return () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: create,
      // Another tab with a newer version of the page waits for this one to let go.
      blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
      terminated: forget,
    });
    opened.catch(forget);
    return opened;
  };
}
