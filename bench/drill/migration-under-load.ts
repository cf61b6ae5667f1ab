import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { startOwnPostgres } from '#tests/support/own-servers.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import type { Migration, Step } from '#upstream/db/migration.ts';
import type { Drill, Promises } from './drill.ts';
import { productUnderLoad, withOwnServer } from './with-product.ts';

const rows = { small: 20_000, full: 1_000_000 };
const readMs = { small: 4000, full: 30_000 };
/** A migration of the next version, which the one that serves ignores. Every call reads `users`. */
const next: Migration = {
  name: '999-of-the-next-version',
  phase: 'expand',
  steps: [
    addsColumn('users'),
    addsColumn('messages'),
    {
      name: 'fill',
      async fill(trx, _engine, after) {
        const { rows } = await sql<{ id: string }>`
          with batch as (select id from messages where id > ${after} order by id limit 5000)
          update messages set a_drill = 1 from batch where messages.id = batch.id returning messages.id`.execute(trx);
        return rows.length === 0 ? undefined : rows.reduce((last, { id }) => (id > last ? id : last), '');
      },
    },
    { name: 'a_drill', index: 'on messages (a_drill)' },
  ],
};

function addsColumn(table: string): Step {
  return {
    name: table,
    async run(trx) {
      await sql`alter table ${sql.ref(table)} add column a_drill integer`.execute(trx);
    },
  };
}

export const migrationUnderLoad: Drill = {
  name: 'migration of a filled database under load',
  promised:
    'While the old version serves and a backup reads, the migration of the next one tries again until it has its tables; in between all calls are answered. It is complete after the backup has ended; no call fails or waits for 8 s; nothing that was acknowledged is lost or doubled.',
  run: (size) =>
    withOwnServer(startOwnPostgres, (server) => {
      const facts: string[] = [];
      return productUnderLoad(size, { DATABASE_URL: server.url }, () => ({
        rounds: 1,
        async fault(_round, { promises }) {
          await fill(server.url, rows[size]);
          facts.push(`${rows[size]} messages`);
          await migrateBesideReader(server.url, readMs[size], { promises, facts });
        },
        // The load goes on for minutes, and writes more than one account may.
        judge: (report, promises) => promises.checkCodes(report.codes, size === 'full' ? ['quota_reached'] : []),
        facts: () => facts,
      }));
    }),
};

/** A reader holds both tables and its snapshot for `readMs`, as pg_dump does. */
async function migrateBesideReader(
  url: string,
  readMs: number,
  { promises, facts }: { promises: Promises; facts: string[] },
): Promise<void> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  try {
    await reader.query('begin isolation level repeatable read');
    await reader.query('set local idle_in_transaction_session_timeout = 0');
    for (const table of ['users', 'messages']) await reader.query(`select 1 from ${table} limit 1`);
    let tries = 0;
    const startedAt = performance.now();
    const hasWaited = Promise.withResolvers<void>();
    const migrated = migrateToNext(url, () => {
      tries += 1;
      hasWaited.resolve();
    });
    const asked = readWhile(url, migrated);
    const first = await Promise.race([
      migrated.then(() => 'migrated'),
      Promise.all([hasWaited.promise, setTimeout(readMs)]).then(() => 'reading'),
    ]);
    promises.check(first === 'reading', 'it was complete before the reader had ended');
    await reader.query('commit');
    const endedAt = performance.now();
    await migrated;
    const longestMs = await asked;
    facts.push(
      `beside a reader of ${seconds(readMs)}: tried again ${tries} time(s)`,
      `complete ${seconds(performance.now() - endedAt)} after the reader had ended, ${seconds(performance.now() - startedAt)} after its start`,
      `the longest read of a row meanwhile: ${seconds(longestMs)}`,
    );
    promises.checkTime(longestMs, 3000, `a read of one row took ${seconds(longestMs)}`);
  } finally {
    await reader.end();
  }
}

/** Reads one row after the other until `migrated` has settled; resolves with the longest time that one took. */
async function readWhile(url: string, migrated: Promise<void>): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  migrated.then(end, end);
  let longestMs = 0;
  try {
    while (!isOver) {
      const startedAt = performance.now();
      await client.query('select 1 from users limit 1');
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await setTimeout(5);
    }
  } finally {
    await client.end();
  }
  return longestMs;
}

async function migrateToNext(url: string, onWait: () => void): Promise<void> {
  const connection = await connect(url);
  try {
    await migrate(connection, [...migrations, next], { onWait });
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

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
