import type { DBSchema } from 'idb';
import { databaseOf } from './open-database.ts';

// Loaded on demand: a first visit has nothing to read.

/** A copy of one answer. Its shape is checked by nobody: what another format wrote is dropped as a whole. */
export interface KeptCopy {
  /** RTK Query's cache key. */
  key: string;
  endpointName: string;
  arg: unknown;
  data: unknown;
  /** When it was answered, in milliseconds. */
  at: number;
  /** Its length as JSON, in bytes. */
  size: number;
}

interface Owner<User> {
  user: User;
  format: string;
}

interface Schema extends DBSchema {
  owner: { key: string; value: Owner<{ _id: string }> };
  copies: { key: string; value: KeptCopy };
}

/** The copies of one account that this browser keeps. */
export interface Kept<User> {
  user: User;
  copies: KeptCopy[];
}

export interface KeptChanges<User> {
  user: User;
  changed: readonly KeptCopy[];
  removed: readonly string[];
  /** This page has just got the user: the copies of anybody else go. */
  isNew: boolean;
}

/** A part of the build's hash of what reads and writes the copies; see client/build/kept-format.ts. */
const format = String(import.meta.env.KEPT_FORMAT);
const current = 'current';

const database = databaseOf<Schema>('dotcode-kept', (db) => {
  db.createObjectStore('owner');
  db.createObjectStore('copies', { keyPath: 'key' });
});

/** Reads the copies of the last user; undefined where IndexedDB is forbidden, or a build with another format wrote them. */
export async function readKept<User extends { _id: string }>(): Promise<Kept<User> | undefined> {
  try {
    const db = await database();
    const owner = await db.get('owner', current);
    if (owner?.format !== format) {
      await dropKept();
      return undefined;
    }
    return { user: owner.user as User, copies: await db.getAll('copies') };
  } catch {
    return undefined;
  }
}

/**
 * Whether a copy may take the place of the stored one. Another tab may have written the copy of a newer answer; one from
 * the future was written while the clock was wrong.
 */
export function mayReplace(stored: Pick<KeptCopy, 'at'> | undefined, copy: Pick<KeptCopy, 'at'>): boolean {
  return stored === undefined || stored.at <= copy.at || stored.at > Date.now();
}

/**
 * Writes copies in one step. Returns false where nothing was written: storage is full or forbidden, or the account's
 * copies are gone because the user has logged out in another tab, or somebody else has logged in.
 */
export async function saveKept<User extends { _id: string }>(changes: KeptChanges<User>): Promise<boolean> {
  const { user, changed, removed, isNew } = changes;
  try {
    const work = (await database()).transaction(['owner', 'copies'], 'readwrite');
    const [owners, copies] = [work.objectStore('owner'), work.objectStore('copies')];
    // A failed request aborts the transaction, and `done` rejects.
    const write = async () => {
      const before = await owners.get(current);
      const isOwn = before?.user._id === user._id && before.format === format;
      if (!isOwn && !isNew) return false;
      if (!isOwn) await copies.clear();
      await owners.put({ user, format }, current);
      const put = async (copy: KeptCopy) => {
        if (mayReplace(await copies.get(copy.key), copy)) await copies.put(copy);
      };
      await Promise.all([...changed.map(put), ...removed.map((key) => copies.delete(key))]);
      return true;
    };
    const [isWritten] = await Promise.all([write(), work.done]);
    return isWritten;
  } catch {
    return false;
  }
}

export async function dropKept(): Promise<void> {
  try {
    const work = (await database()).transaction(['owner', 'copies'], 'readwrite');
    await Promise.all([work.objectStore('owner').clear(), work.objectStore('copies').clear(), work.done]);
  } catch {
    // Nothing is kept.
  }
}
