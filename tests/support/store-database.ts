import { connect } from '#upstream/db/connect.ts';
import type { Connection, Engine } from '#upstream/db/connection.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { newId } from '#upstream/ids.ts';
import { createMigratedDatabase } from './test-database.ts';

export interface StoreDatabase extends Connection {
  /** Adds a person and answers their id. */
  addPerson(name?: { firstName?: string; lastName?: string }): Promise<string>;
}

/** A migrated database, for tests that call store functions without HTTP. */
export async function openStoreDatabase(engine: Engine = 'sqlite'): Promise<StoreDatabase> {
  const database = await createMigratedDatabase(engine);
  const connection = await connect(database.url);
  return {
    ...connection,
    async close() {
      await connection.close();
      await database.drop();
    },
    async addPerson({ firstName = 'Ann', lastName = 'Example' } = {}) {
      const id = newId();
      await connection.db
        .insertInto('users')
        .values({
          ...emptyProfile,
          id,
          first_name: firstName,
          last_name: lastName,
          email: null,
          email_key: null,
          password_hash: null,
          created_at: 0,
          updated_at: 0,
          deleted_at: null,
        })
        .execute();
      return id;
    },
  };
}
