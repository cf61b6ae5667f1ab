import { afterAll, beforeAll, expect, it } from 'vitest';
import { plansOf, readsWholeTable } from '#bench/plans/explain.ts';
import { hotQueries, storeSessions } from '#bench/plans/hot-queries.ts';
import { createTestDatabase, describeOnEachDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { seed } from '#upstream/demo/seed/seed.ts';
import { SeedNetwork } from '#upstream/demo/seed/seed-network.ts';

/** Enough that PostgreSQL prefers an index wherever there is one. */
const people = 5000;

await describeOnEachDatabase('the plans of the hot queries', (engine) => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await seed({ databaseUrl: database.url, people, seed: 1 });
    connection = await connect(database.url);
    await storeSessions(connection);
  }, 60_000);
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  const names = hotQueries({ engine }, new SeedNetwork(people, 1)).map(({ name }) => name);
  it.each(names)('read no table from end to end: %s', async (name) => {
    const query = hotQueries(connection, new SeedNetwork(people, 1)).find((one) => one.name === name);
    const plans = await plansOf(connection, (db) => query?.work(db) ?? Promise.resolve());
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter(({ plan }) => readsWholeTable(plan))).toEqual([]);
  });

  // The walk is PostgreSQL's alone: SQLite searches its FTS5 index (search-store.ts).
  if (engine === 'sqlite') return;
  it('walk the newest entries of the search down their key', async () => {
    const query = hotQueries(connection, new SeedNetwork(people, 1)).find(({ name }) => name === 'search, nothing');
    const plans = await plansOf(connection, (db) => query?.work(db) ?? Promise.resolve());
    const walks = plans.filter(({ statement }) => /order by seq desc limit \$\d\s+\) as entry/.test(statement));
    expect(walks.length).toBeGreaterThan(2);
    for (const { plan } of walks) expect(plan).toMatch(/Index Scan Backward using people_search_pkey/);
  });
});

it('a plan that reads a whole table is recognised on both engines', () => {
  expect(readsWholeTable('Limit\n  ->  Seq Scan on users')).toBe(true);
  expect(readsWholeTable('SCAN messages')).toBe(true);
  expect(readsWholeTable('SCAN users USING INDEX users_newest')).toBe(false);
  expect(readsWholeTable('SEARCH users USING INDEX users_pk (id=?)')).toBe(false);
});
