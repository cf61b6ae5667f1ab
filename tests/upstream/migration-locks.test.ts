import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresAnswers, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import type { Migration } from '#upstream/db/migration.ts';

const isExpected = (await postgresAnswers()) || process.env.CI !== undefined;
const lockMs = 200;
const addsColumn: Migration = {
  name: '998-adds-a-column',
  async up(trx) {
    await sql`alter table users add column a_test integer`.execute(trx);
  },
};

describe.skipIf(!isExpected)('a migration of PostgreSQL', () => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    connection = await connect(database.url);
    await migrate(connection);
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  /** Migrates while a transaction has read the table, as a backup does. */
  function migrateBehindReader(): Promise<readonly string[]> {
    return connection.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').limit(1).execute();
      return migrate(connection, [...migrations, addsColumn], lockMs);
    });
  }

  it('gives up after its bound behind a long reader, with a sentence, and changes nothing', async () => {
    await expect(migrateBehindReader()).rejects.toThrow(/^The database is too busy to be migrated/);
    const { rows } = await sql`select name from migrations where name = ${addsColumn.name}`.execute(connection.db);
    expect(rows).toEqual([]);
  });

  // The issue on background work: each step on its own, tried again, with indexes made concurrently.
  it.fails('behind a long reader is tried again until it is over, without ending the start', async () => {
    const migrating = connection.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').limit(1).execute();
      const started = migrate(connection, [...migrations, addsColumn], lockMs);
      started.catch(() => undefined);
      await sql`select pg_sleep(${sql.lit(0.4)})`.execute(trx);
      return { started };
    });
    expect(await (await migrating).started).toEqual([addsColumn.name]);
  });
});
