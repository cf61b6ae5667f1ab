import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMigratedDatabase, describeOnPostgres, type TestDatabase } from '#tests/support/test-database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection, Trx } from '#upstream/db/connection.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import type { Step } from '#upstream/db/migration.ts';
import { migrationLock } from '#upstream/db/postgres/migration-lock.ts';

const lockMs = 200;
const addsColumn: Step = {
  name: 'a_test',
  run: async (trx) => {
    await sql`alter table users add column a_test integer`.execute(trx);
  },
};
const buildsIndex: Step = { name: 'users_a_test', index: 'on users (about)' };

await describeOnPostgres('a migration', () => {
  let database: TestDatabase;
  let connection: Connection;
  beforeEach(async () => {
    database = await createMigratedDatabase('postgres');
    connection = await connect(database.url);
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  const migrateBy = (step: Step, onWait?: () => void) =>
    migrate(connection, [...migrations, { name: '998-of-a-test', phase: 'expand', steps: [step] }], {
      lockMs,
      ...(onWait && { onWait }),
    });

  /** Runs `work` while a transaction has read the table, and keeps its snapshot, as a backup does. */
  async function besideReader<Result>(work: (reader: Trx) => Promise<Result>): Promise<Result> {
    return connection.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (reader) => {
        await reader.selectFrom('users').select('id').limit(1).execute();
        return work(reader);
      });
  }

  async function hasIndex(): Promise<boolean> {
    const { rows } = await sql<{ indisvalid: boolean }>`
      select indisvalid from pg_index where indexrelid = to_regclass('users_a_test')`.execute(connection.db);
    return rows[0]?.indisvalid === true;
  }

  it('behind a long reader is tried again until it is over, without ending the start', async () => {
    const onWait = vi.fn();
    const { migrated } = await besideReader(async () => {
      const migrated = migrateBy(addsColumn, onWait);
      await waitFor(() => expect(onWait).toHaveBeenCalled());
      return { migrated };
    });
    expect(await migrated).toEqual(['998-of-a-test']);
  });

  it('behind a long reader holds up others for its bound only', async () => {
    const { migrated } = await besideReader(async () => {
      const waits: number[] = [];
      const migrated = migrateBy(addsColumn, () => waits.push(performance.now()));
      await waitFor(() => expect(waits).toHaveLength(1));
      // Between two tries nothing waits for the table.
      await connection.db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(`${lockMs}ms`)}`.execute(trx);
        await trx.selectFrom('users').select('id').limit(1).execute();
      });
      return { migrated };
    });
    expect(await migrated).toEqual(['998-of-a-test']);
  });

  it('builds an index while others write the table, and waits for a long reader without holding them up', async () => {
    const { migrated } = await besideReader(async () => {
      const migrated = migrateBy(buildsIndex);
      await waitFor(async () => {
        const { rows } = await sql`select from pg_stat_progress_create_index where phase like 'waiting%'`.execute(
          connection.db,
        );
        expect(rows).not.toEqual([]);
      });
      await connection.db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(`${lockMs}ms`)}`.execute(trx);
        await sql`update users set about = 'x'`.execute(trx);
      });
      expect(await hasIndex()).toBe(false);
      return { migrated };
    });
    expect(await migrated).toEqual(['998-of-a-test']);
    expect(await hasIndex()).toBe(true);
  });

  it('builds an index anew that an interrupted start has left half-built', async () => {
    await sql`create index users_a_test on users (about)`.execute(connection.db);
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('users_a_test')`.execute(
      connection.db,
    );
    expect(await migrateBy(buildsIndex)).toEqual(['998-of-a-test']);
    expect(await hasIndex()).toBe(true);
  });

  it('that another instance waits for builds its index all the same', async () => {
    const other = await connect(database.url);
    try {
      const { migrated } = await besideReader(async () => {
        const step = { name: '998-of-a-test', phase: 'expand', steps: [buildsIndex] } as const;
        const migrated = Promise.all([connection, other].map((instance) => migrate(instance, [...migrations, step])));
        await waitFor(async () => {
          const { rows } = await sql`select from pg_stat_progress_create_index where phase like 'waiting%'`.execute(
            connection.db,
          );
          expect(rows).not.toEqual([]);
        });
        return { migrated };
      });
      expect((await migrated).flat()).toEqual(['998-of-a-test']);
    } finally {
      await other.close();
    }
  });

  it('that waits for another instance leaves no transaction open, for which the index of that one would wait', async () => {
    const other = await connect(database.url);
    try {
      const { migrated } = await other.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
        const migrated = migrateBy(addsColumn);
        await waitFor(async () => {
          const { rows } = await sql`
            select from pg_stat_activity
            where datname = current_database() and state = 'idle' and query = 'commit'`.execute(other.db);
          expect(rows).not.toEqual([]);
        });
        return { migrated };
      });
      expect(await migrated).toEqual(['998-of-a-test']);
    } finally {
      await other.close();
    }
  });
});
