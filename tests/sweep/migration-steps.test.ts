import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMigratedDatabase, describeOnBothDatabases, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import type { Step, SteppedMigration } from '#upstream/db/migration.ts';

await describeOnBothDatabases('a migration of several steps', (engine) => {
  let database: TestDatabase;
  let connection: Connection;
  beforeEach(async () => {
    database = await createMigratedDatabase(engine);
    connection = await connect(database.url);
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  const name = '998-of-a-test';
  const migrateBy = (...steps: Step[]) => migrate(connection, [...migrations, { name, phase: 'expand', steps }]);
  const createNumbers: Step = {
    name: 'a_test',
    run: async (trx) => {
      await sql`create table a_test (id text primary key, twice integer)`.execute(trx);
      for (const id of ['1', '2', '3', '4', '5']) await sql`insert into a_test (id) values (${id})`.execute(trx);
    },
  };
  const index: Step = { name: 'a_test_by_twice', index: 'on a_test (twice)' };
  /** Doubles two numbers at a time; refuses the number that it is told to. */
  const double = (refused?: string): Step => ({
    name: 'twice',
    async fill(trx, _engine, after) {
      const { rows } = await sql<{ id: string }>`select id from a_test where id > ${after} order by id limit 2`.execute(
        trx,
      );
      for (const { id } of rows) {
        await sql`update a_test set twice = coalesce(twice, 0) + 2 * cast(id as integer) where id = ${id}`.execute(trx);
        if (id === refused) throw new Error('refused');
      }
      return rows.at(-1)?.id;
    },
  });
  const numbers = async () =>
    (await sql<{ twice: number | null }>`select twice from a_test order by id`.execute(connection.db)).rows.map(
      ({ twice }) => twice,
    );

  it('that was interrupted goes on behind the last batch that was committed', async () => {
    await expect(migrateBy(createNumbers, double('4'), index)).rejects.toThrow('refused');
    expect(await numbers()).toEqual([2, 4, null, null, null]);
    expect(await connection.db.selectFrom('migrations').select('name').where('name', '=', name).execute()).toEqual([]);

    expect(await migrateBy(createNumbers, double(), index)).toEqual([name]);
    expect(await numbers()).toEqual([2, 4, 6, 8, 10]);
    expect(await connection.db.selectFrom('migration_steps').selectAll().execute()).toEqual([]);
    expect(await migrateBy(createNumbers, double(), index)).toEqual([]);
  });

  it('is done once by two instances that start together', async () => {
    const other = await connect(database.url);
    try {
      const steps = { name, phase: 'expand', steps: [createNumbers, double(), index] } as const;
      const completed = await Promise.all(
        [connection, other].map((instance) => migrate(instance, [...migrations, steps])),
      );
      expect(completed.flat()).toEqual([name]);
      expect(await numbers()).toEqual([2, 4, 6, 8, 10]);
    } finally {
      await other.close();
    }
  });
});

it('every migration since 039 has steps; one that expands drops and renames nothing, and one that contracts says so in its name', () => {
  const since = migrations.filter(({ name }) => name > '039-secret-fingerprint');
  expect(since.filter((migration) => 'up' in migration).map(({ name }) => name)).toEqual([]);
  const works = since
    .filter((migration): migration is SteppedMigration => 'phase' in migration && migration.phase === 'expand')
    .flatMap(({ name, steps }) => steps.map((step) => `${name}: ${'run' in step ? step.run : ''}`));
  // Without `not null` a column takes what it took before, and more.
  expect(works.filter((source) => /\bdrop(?! not null)|rename/i.test(source))).toEqual([]);

  const names = since
    .filter((migration): migration is SteppedMigration => 'phase' in migration && migration.phase === 'contract')
    .map(({ name }) => name);
  const isContract = (name: string) =>
    since.some((migration) => /^\d+-contract-of-/.test(name) && name.endsWith(`-contract-of-${migration.name}`));
  expect(since.map(({ name }) => name).filter(isContract)).toEqual(names);
  expect(since.map(({ name }) => name).filter((name) => name.includes('contract'))).toEqual(names);
});
