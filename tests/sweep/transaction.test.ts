// @module-tag once
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, describeOnBothDatabases, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { transact } from '#upstream/db/transaction.ts';

await describeOnBothDatabases('transact', (engine) => {
  let database: TestDatabase;
  let connection: Connection;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    connection = await connect(database.url);
    await migrate(connection);
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  const row = { media_id: 'a-test', created_at: 1 };
  const written = async () =>
    (await connection.db.selectFrom('erased_pictures').selectAll().where('media_id', '=', 'a-test').execute()).length;
  const failure = (code: string) => Object.assign(new Error('given up'), { code });

  it.each(['40001', '40P01'])('runs the work again after %s, and writes it once', async (code) => {
    let runs = 0;
    await transact(connection.db, async (trx) => {
      runs += 1;
      await trx.insertInto('erased_pictures').values(row).execute();
      if (runs < 3) throw failure(code);
    });
    expect([runs, await written()]).toEqual([3, 1]);
  });

  it('rolls back after any other failure, without a retry', async () => {
    let runs = 0;
    const work = transact(connection.db, async (trx) => {
      runs += 1;
      await trx.insertInto('erased_pictures').values(row).execute();
      throw failure('23505');
    });
    await expect(work).rejects.toThrow('given up');
    expect([runs, await written()]).toEqual([1, 0]);
  });

  it('survives a real deadlock', async () => {
    const { db } = connection;
    await db
      .insertInto('erased_pictures')
      .values([
        { media_id: 'x', created_at: 0 },
        { media_id: 'y', created_at: 0 },
      ])
      .execute();
    const add = (first: string, second: string) =>
      transact(db, async (trx) => {
        for (const name of [first, second])
          await trx
            .updateTable('erased_pictures')
            .set((builder) => ({ created_at: builder('created_at', '+', 1) }))
            .where('media_id', '=', name)
            .execute();
      });
    await Promise.all(Array.from({ length: 4 }, (_, i) => (i % 2 ? add('x', 'y') : add('y', 'x'))));
    const rows = await db
      .selectFrom('erased_pictures')
      .select('created_at')
      .where('media_id', 'in', ['x', 'y'])
      .execute();
    expect(rows).toEqual([{ created_at: 4 }, { created_at: 4 }]);
  });

  it('enforces durability, foreign keys and the statement time-out', async () => {
    const ask = async (query: string) =>
      Object.values((await sql<object>`${sql.raw(query)}`.execute(connection.db)).rows[0] ?? {})[0];
    if (engine === 'postgres')
      expect([await ask('show statement_timeout'), await ask('show idle_in_transaction_session_timeout')]).toEqual([
        '10s',
        '10s',
      ]);
    else
      expect([
        await ask('pragma journal_mode'),
        await ask('pragma synchronous'),
        await ask('pragma foreign_keys'),
      ]).toEqual(['wal', 1, 1]);
  });
});
