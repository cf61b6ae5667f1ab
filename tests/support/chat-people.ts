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

/** Puts people without sessions into the database, with these columns where they matter. */
export async function storeUsers({ db }: Connection, count: number, own: object = {}): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, i) => {
    const id = newId(now);
    const email = `${id}@stored.test`;
    return {
      ...{ id, first_name: `Person${i}`, last_name: 'Storm', email, email_key: email, password_hash: null },
      ...{ ...emptyProfile, created_at: now, updated_at: now, deleted_at: null, ...own },
    };
  });
  await inParts(rows, (part) => db.insertInto('users').values(part));
  return rows.map(({ id }) => id);
}

/** One statement has room for a hundred rows. */
async function inParts<Row>(
  rows: readonly Row[],
  insert: (part: Row[]) => { execute(): Promise<unknown> },
): Promise<void> {
  for (let start = 0; start < rows.length; start += 100) await insert(rows.slice(start, start + 100)).execute();
}

type Pairs = readonly (readonly [fromId: string, toId: string])[];

/** Connects these people, except where they are connected. */
export async function storeConnections({ db }: { db: Db }, pairs: Pairs): Promise<void> {
  const now = Date.now();
  const rows = pairs.map(([fromId, toId]) => {
    const { low, high } = pairOf(fromId, toId);
    return { id: newId(now), low_id: low, high_id: high, from_id: fromId, note: '', at: now };
  });
  await inParts(rows, (part) =>
    db
      .insertInto('connections')
      .values(part)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Has the first of each pair ignore the second. */
export async function storeIgnored({ db }: { db: Db }, pairs: Pairs): Promise<void> {
  const now = Date.now();
  const rows = pairs.map(([byId, aboutId]) => {
    return { id: newId(now), by_id: byId, about_id: aboutId, kind: 'ignored' as const, note: '', at: now };
  });
  await inParts(rows, (part) =>
    db
      .insertInto('decisions')
      .values(part)
      .onConflict((conflict) => conflict.doNothing()),
  );
}
