import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTcpRelay, type TcpRelay } from '#tests/support/tcp-relay.ts';
import {
  copyToTestDatabase,
  createTestDatabase,
  postgresAnswers,
  type TestDatabase,
} from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { isStorageFault } from '#upstream/db/faults.ts';

const isExpected = (await postgresAnswers()) || process.env.CI !== undefined;
/**
 * The bounds of production, divided: what is tested is that they hold, not how long they are. A server that answers must
 * stay within them on a busy machine.
 */
const limits = { queryMs: 2100, connectMs: 1200, askMs: 1500 };

describe.skipIf(!isExpected)('PostgreSQL that falls silent', () => {
  let database: TestDatabase;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(() => database.drop());

  async function relay(): Promise<TcpRelay> {
    const { hostname, port } = new URL(database.url);
    const made = await startTcpRelay(Number(port), hostname);
    ends.push(() => made.close());
    return made;
  }

  async function connectThrough({ port }: TcpRelay, poolSize: number, queryMs = limits.queryMs) {
    const { pathname, username } = new URL(database.url);
    const connection = await connect(`postgres://${username}@127.0.0.1:${port}${pathname}`, {
      poolSize,
      limits: { ...limits, queryMs },
    });
    ends.push(() => connection.close());
    return connection;
  }

  const ask = (connection: Connection) => sql`select 1`.execute(connection.db);
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: unknown) => error,
    );

  it('closes its connections also where no statement has run on them', async () => {
    const connection = await connect(database.url);
    await connection.close();
    // PostgreSQL refuses to copy a database that has a session, after waiting five seconds for it to end.
    const copy = await copyToTestDatabase(database.url);
    await copy.drop();
  });

  it('ends a query at its bound, and never uses that connection again', async () => {
    const way = await relay();
    const connection = await connectThrough(way, 1);
    await ask(connection);
    const before = way.accepted();
    way.dropBytes();
    expect(await failure(ask(connection))).toSatisfy(isStorageFault);
    way.heal();
    await ask(connection);
    expect(way.accepted()).toBeGreaterThan(before);
  });

  it('ends a transaction whose statement is not answered', async () => {
    const way = await relay();
    const connection = await connectThrough(way, 1);
    const transaction = connection.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      way.dropBytes();
      await sql`select 2`.execute(trx);
    });
    expect(await failure(transaction)).toSatisfy(isStorageFault);
  });

  it('with a full pool refuses calls at the bound of the pool, and serves them again once the address answers', async () => {
    const way = await relay();
    const connection = await connectThrough(way, 2);
    await Promise.all([ask(connection), ask(connection)]);
    way.dropBytes();
    const hanging = [ask(connection), ask(connection), ask(connection)].map(failure);
    // The old connections stay silent, as after another machine has taken over the address.
    way.replace();
    for (const error of await Promise.all(hanging)) expect(error).toSatisfy(isStorageFault);
    await Promise.all([ask(connection), ask(connection)]);
  });

  it('keeps its connections where a pool is full of statements that run', async () => {
    const way = await relay();
    const connection = await connectThrough(way, 1, 10_000);
    const slow = sql`select pg_sleep(1.8)`.execute(connection.db);
    expect(await failure(ask(connection))).toSatisfy(isStorageFault);
    await slow;
    const before = way.accepted();
    await ask(connection);
    expect(way.accepted()).toBe(before);
  });

  it('says within its bound that it takes no writes, however full the pool is', async () => {
    const way = await relay();
    const connection = await connectThrough(way, 1);
    await connection.db.connection().execute(async () => {
      expect(await connection.canWrite()).toBe(true);
    });
    way.dropBytes();
    expect(await failure(connection.canWrite())).toSatisfy(isStorageFault);
    expect(await failure(connection.canWrite())).toSatisfy(isStorageFault);
  });

  it('does not end a migration, which may take longer than a query', async () => {
    const connection = await connectThrough(await relay(), 1);
    await connection.withoutQueryLimit((db) => sql`select pg_sleep(2.7)`.execute(db));
  });
});
