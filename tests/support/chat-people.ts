import { day } from '#shared/durations.ts';
import type { Connection, Db } from '#upstream/db/connection.ts';
import { insertSession } from '#upstream/features/auth/session-store.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { newToken } from '#upstream/secret/token.ts';

export interface StoredPerson {
  id: string;
  /** The value of the person's `Cookie` header, with a session. */
  cookie: string;
}

/** Puts people with a session each into a migrated database, without the cost of a password each. */
export async function storePeople(connection: Connection, count: number): Promise<StoredPerson[]> {
  const stored: StoredPerson[] = [];
  for (const id of await storeUsers(connection, count)) stored.push(await storeSession(connection, id));
  return stored;
}

/** A session of an account whose password was never changed. */
export async function storeSession({ db }: Connection, id: string): Promise<StoredPerson> {
  const now = Date.now();
  const token = newToken();
  await insertSession(db, {
    ...{ userId: id, token, passwordVersion: 1, device: 'test' },
    ...{ now, expiresAt: now + day },
  });
  return { id, cookie: `token=${token}` };
}

/** Puts people without sessions into the database. */
export async function storeUsers({ db }: Connection, count: number): Promise<string[]> {
  const now = Date.now();
  const people = Array.from({ length: count }, (_, i) => ({ id: newId(now), name: `Person${i}` }));
  for (let start = 0; start < count; start += 100)
    await db
      .insertInto('users')
      .values(
        people.slice(start, start + 100).map(({ id, name }) => ({
          id,
          first_name: name,
          last_name: 'Storm',
          email: `${name}@stored.test`,
          email_key: `${name}@stored.test`.toLowerCase(),
          password_hash: null,
          ...emptyProfile,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        })),
      )
      .execute();
  return people.map((person) => person.id);
}

type Pairs = readonly (readonly [fromId: string, toId: string])[];

/** Connects these people, except where they are connected. */
export async function storeConnections({ db }: { db: Db }, pairs: Pairs): Promise<void> {
  const now = Date.now();
  for (let start = 0; start < pairs.length; start += 100) {
    const rows = pairs.slice(start, start + 100).map(([fromId, toId]) => {
      const { low, high } = pairOf(fromId, toId);
      return { id: newId(now), low_id: low, high_id: high, from_id: fromId, note: '', at: now };
    });
    await db
      .insertInto('connections')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Has the first of each pair ignore the second. */
export async function storeIgnored({ db }: { db: Db }, pairs: Pairs): Promise<void> {
  const now = Date.now();
  const rows = pairs.map(([byId, aboutId]) => {
    return { id: newId(now), by_id: byId, about_id: aboutId, kind: 'ignored' as const, note: '', at: now };
  });
  for (let start = 0; start < rows.length; start += 100)
    await db
      .insertInto('decisions')
      .values(rows.slice(start, start + 100))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
