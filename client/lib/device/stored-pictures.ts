import type { DBSchema } from 'idb';
import { day } from '#shared/durations.ts';
import { databaseOf } from './open-database.ts';

// Loaded on demand: most messages hold no picture.

interface Kept {
  id: string;
  userId: string;
  picture: Blob;
  /** When it was chosen, in milliseconds. */
  at: number;
}

interface Schema extends DBSchema {
  pictures: { key: string; value: Kept; indexes: { byUser: string } };
}

/** The pictures that this page has chosen: they can be sent where IndexedDB takes nothing. */
const inMemory = new Map<string, Blob>();

const database = databaseOf<Schema>('dotcode-outbox', (db) => {
  db.createObjectStore('pictures', { keyPath: 'id' }).createIndex('byUser', 'userId');
});

/** Keeps a picture until its message is sent, over a reload. Where that is impossible, until the page is closed. */
export async function keepPicture(userId: string, id: string, picture: Blob): Promise<void> {
  inMemory.set(id, picture);
  try {
    await (await database()).put('pictures', { id, userId, picture, at: Date.now() });
  } catch {
    // Storage is full or forbidden.
  }
}

export async function keptPicture(id: string): Promise<Blob | undefined> {
  const here = inMemory.get(id);
  if (here) return here;
  try {
    const picture: unknown = (await (await database()).get('pictures', id))?.picture;
    // A record of another version, or a damaged one, holds none.
    return picture instanceof Blob ? picture : undefined;
  } catch {
    return undefined;
  }
}

export async function dropPictures(ids: readonly string[]): Promise<void> {
  for (const id of ids) inMemory.delete(id);
  try {
    const db = await database();
    await Promise.all(ids.map((id) => db.delete('pictures', id)));
  } catch {
    // Nothing was kept.
  }
}

/** Removes a user's pictures, but those that are needed and those of the last day: another tab may be about to send them. */
export async function dropOldPictures(
  userId: string,
  isNeeded: (id: string) => boolean,
  olderThanMs = day,
): Promise<void> {
  try {
    const kept = await (await database()).getAllFromIndex('pictures', 'byUser', userId);
    await dropPictures(
      kept.filter(({ id, at }) => !isNeeded(id) && Date.now() - at >= olderThanMs).map(({ id }) => id),
    );
  } catch {
    // Nothing was kept.
  }
}
