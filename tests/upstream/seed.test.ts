import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { createTestDatabase, describeOnEachDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { seed, seedAccount } from '#upstream/demo/seed/seed.ts';
import { SeedNetwork } from '#upstream/demo/seed/seed-network.ts';

it('makes five relations per person whatever the size, and no pair twice', () => {
  for (const people of [11, 12, 25, 26, 27, 300]) {
    const network = new SeedNetwork(people, 7);
    const relations = Array.from({ length: people }, (_, i) => network.relations(i)).flat();
    expect(relations).toHaveLength(5 * people);
    const pairs = new Set(relations.map((one) => [one.fromId, one.toId].sort().join(' ')));
    expect(pairs.size).toBe(5 * people);
    expect(relations.every((one) => one.fromId !== one.toId)).toBe(true);
  }
  expect(() => new SeedNetwork(10, 1)).toThrow('at least 11');
});

await describeOnEachDatabase('seeding', (engine) => {
  let database: TestDatabase;
  let upstream: StartedUpstream;
  const people = 3000;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const done: number[] = [];
    const seeded = await seed({ databaseUrl: database.url, people, seed: 3, onProgress: (n) => done.push(n) });
    expect(seeded).toMatchObject({ people, relations: 5 * people, projects: people / 4 });
    expect(seeded.conversations).toBeGreaterThan(people / 5);
    expect(seeded.notifications).toBeGreaterThan(0);
    expect(done).toEqual([2000, 3000, 3750]);
    upstream = await startUpstream({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await upstream.close();
    await database.drop();
  });

  it('leaves a network that the service can serve, with a known login', async () => {
    const client = upstream.client();
    expect((await client.post('/login', seedAccount)).status).toBe(200);
    expect((await client.get('/user/feed?limit=50')).body).toHaveLength(50);
    const [chat] = (await client.get('/chats')).body.items;
    expect(chat).toMatchObject({ unread: expect.any(Number) });
    const found = (await client.get('/search/people?q=sofia')).body.items;
    expect(found[0]).toMatchObject({ firstName: 'Sofía' });
    const projects = (await client.get('/projects?limit=50')).body.project;
    expect(projects.some((one: { members: unknown[] }) => one.members.length > 0)).toBe(true);
    expect((await client.get('/search/projects?skill=react&limit=50')).body.items).toHaveLength(50);
  });

  it('leaves every index, every rule and every reference in place', async () => {
    const fresh = await createTestDatabase(engine);
    const empty = await connect(fresh.url);
    try {
      await migrate(empty);
      expect(await definitions(upstream.connection)).toEqual(await definitions(empty));
    } finally {
      await empty.close();
      await fresh.drop();
    }
    if (engine === 'sqlite') {
      expect((await sql`pragma foreign_key_check`.execute(upstream.db)).rows).toEqual([]);
      await sql`insert into people_search_index (people_search_index) values ('integrity-check')`.execute(upstream.db);
    }
    const strangers = await sql<{ n: number }>`
      select count(*) as n from project_interests i join projects p on p.id = i.project_id
      where i.status = 'accepted' and not exists (
        select 1 from connections c
        where (c.low_id = i.user_id and c.high_id = p.creator_id) or (c.high_id = i.user_id and c.low_id = p.creator_id))
    `.execute(upstream.db);
    expect(strangers.rows).toEqual([{ n: 0 }]);
  });

  it('makes the same network from the same number, and refuses a database with people', async () => {
    await expect(seed({ databaseUrl: database.url, people: 11, seed: 3 })).rejects.toThrow('has people in it');
    const again = await createTestDatabase(engine);
    try {
      await seed({ databaseUrl: again.url, people: 40, seed: 3 });
      const other = await connect(again.url);
      const rows = await other.db.selectFrom('users').select(['id', 'first_name', 'about']).orderBy('id').execute();
      await other.close();
      const network = new SeedNetwork(40, 3);
      expect(rows).toEqual(
        Array.from({ length: 40 }, (_, i) => network.person(i)).map((one) => ({
          id: one.id,
          first_name: one.firstName,
          about: one.about,
        })),
      );
    } finally {
      await again.drop();
    }
  });
});

async function definitions({ db, engine }: { db: StartedUpstream['db']; engine: Engine }): Promise<string[]> {
  const found =
    engine === 'sqlite'
      ? await sql<{ text: string }>`select name || ' ' || coalesce(sql, '') as text from sqlite_schema
          where name not like 'sqlite_%' order by name`.execute(db)
      : await sql<{ text: string }>`
          select indexdef as text from pg_indexes where schemaname = 'public'
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
            where connamespace = 'public'::regnamespace
          order by 1`.execute(db);
  return found.rows.map((row) => row.text);
}
