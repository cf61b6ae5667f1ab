import { connect } from '#upstream/db/connect.ts';
import type { Connection, Engine } from '#upstream/db/connection.ts';
import { storeUsers } from './chat-people.ts';
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
      const own = { first_name: firstName, last_name: lastName, created_at: 0, updated_at: 0 };
      const [id = ''] = await storeUsers(connection, 1, own);
      return id;
    },
  };
}
