import { sql } from 'kysely';
import pg from 'pg';
import { startOwnPostgres } from '#tests/support/own-servers.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import type { Migration } from '#upstream/db/migration.ts';
import type { Drill, Promises } from './drill.ts';
import { productUnderLoad, withOwnServer } from './with-product.ts';

const rows = { small: 20_000, full: 300_000 };
/** A migration of the next version, which the one that serves ignores. Every call reads `users`, and waits behind it. */
const next: Migration = {
  name: '999-of-the-next-version',
  async up(trx) {
    await sql`alter table users add column a_drill integer`.execute(trx);
    await sql`alter table messages add column a_drill integer`.execute(trx);
    await sql`create index a_drill on messages (a_drill)`.execute(trx);
  },
};

export const migrationUnderLoad: Drill = {
  name: 'migration of a filled database under load',
  promised:
    'While the old version serves, the migration of the next one waits 5 s for a table at most: behind a long read it gives up with a sentence and changes nothing; afterwards it is applied; no call fails or waits for 8 s; nothing that was acknowledged is lost or doubled.',
  run: (size) =>
    withOwnServer(startOwnPostgres, (server) => {
      const facts: string[] = [];
      return productUnderLoad(size, { DATABASE_URL: server.url }, () => ({
        rounds: 1,
        async fault(_round, { promises }) {
          await fill(server.url, rows[size]);
          facts.push(`${rows[size]} messages`);
          await behindReader(server.url, promises, facts);
          const { ms, failure } = await timed(() => migrateToNext(server.url));
          promises.check(failure === undefined, `without the reader: ${failure}`);
          facts.push(`without the reader: applied within ${seconds(ms)}`);
        },
        judge: (report, promises) => promises.checkCodes(report.codes, []),
        facts: () => facts,
      }));
    }),
};

/** A reader holds the table for as long as the migration tries. */
async function behindReader(url: string, promises: Promises, facts: string[]): Promise<void> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  try {
    await reader.query('begin');
    await reader.query('set local idle_in_transaction_session_timeout = 0');
    await reader.query('select 1 from users limit 1');
    const { ms, failure } = await timed(() => migrateToNext(url));
    promises.check(
      /^The database is too busy to be migrated/.test(failure ?? ''),
      `behind a reader: ${failure ?? 'it was applied'}`,
    );
    facts.push(`behind a long read: gave up after ${seconds(ms)}`);
  } finally {
    await reader.end();
  }
}

async function migrateToNext(url: string): Promise<void> {
  const connection = await connect(url);
  try {
    await migrate(connection, [...migrations, next]);
  } finally {
    await connection.close();
  }
}

/** Messages of one conversation, numbered below those that the load sends. */
async function fill(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // In short transactions: a long one would keep every version of the rows that the load changes meanwhile.
    for (let from = 1; from <= count; from += 5000)
      await client.query(
        `insert into messages (id, conversation_id, seq, sender_id, text, created_at)
          select lpad(to_hex(n), 24, '0'), one.id, -n, one.user_low, 'filled ' || n, 0
          from generate_series($1::int, $2::int) as n
          cross join (select id, user_low from conversations limit 1) as one`,
        [from, Math.min(from + 4999, count)],
      );
  } finally {
    await client.end();
  }
}

async function timed(work: () => Promise<void>): Promise<{ ms: number; failure: string | undefined }> {
  const startedAt = performance.now();
  const failure = await work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { ms: performance.now() - startedAt, failure };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
