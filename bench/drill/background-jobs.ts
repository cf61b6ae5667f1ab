import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { newSecret } from '#platform/config/secret.ts';
import { hour } from '#shared/durations.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { eventually } from '#tests/support/start-product.ts';
import { createTestDatabase, migrateTestDatabase, postgresAnswers } from '#tests/support/test-database.ts';
import { startUpstreamProcess, type UpstreamProcess } from '#tests/support/upstream-process.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Db } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { newId } from '#upstream/ids.ts';
import { openOutbox } from '#upstream/mail/outbox.ts';
import { type Drill, type DrillResult, Promises, type Size } from './drill.ts';

const sizes = { small: { mails: 300, accounts: 60, kills: 2 }, full: { mails: 3000, accounts: 600, kills: 12 } };
/** How long the relay takes for each mail. */
const relayMs = 300;

/** Sets the clock of a process an hour ahead, as a wrong clock of its machine does. */
const anHourAhead = `data:text/javascript,${encodeURIComponent('const own = Date.now; Date.now = () => own() + 3600000;')}`;

export const backgroundJobs: Drill = {
  name: 'background jobs: kill -9, two instances, one of them with a clock an hour ahead',
  promised:
    'Each account that is due is erased once, with one mail queued; each mail arrives, and is sent twice only where its process was killed between the relay’s 250 and its own commit, then with the same Message-ID.',
  async run(size) {
    if (!(await postgresAnswers())) return { skipped: 'PostgreSQL is not running.' };
    const database = await createTestDatabase('postgres');
    const relay = await startMailServer();
    relay.beforeTaking = () => sleep(relayMs);
    const upstreams: UpstreamProcess[] = [];
    try {
      await migrateTestDatabase(database.url);
      const env = {
        DATABASE_URL: database.url,
        MAIL_URL: relay.url,
        PUBLIC_URL: 'https://dotcode.test',
        SECRET: newSecret(),
      };
      const start = async (extra: Record<string, string> = {}) => {
        const started = await startUpstreamProcess({ ...env, ...extra });
        upstreams.push(started);
        return started;
      };
      return await drill({ size, env, start, relay });
    } finally {
      for (const one of upstreams) await one.kill();
      await relay.close();
      await database.drop();
    }
  },
};

interface Place {
  size: Size;
  env: Record<string, string> & { SECRET: string };
  start: (extra?: Record<string, string>) => Promise<UpstreamProcess>;
  relay: Awaited<ReturnType<typeof startMailServer>>;
}

async function drill({ size, env, start, relay }: Place): Promise<DrillResult> {
  const { mails, accounts, kills } = sizes[size];
  const promises = new Promises(size);
  const connection = await connect(env.DATABASE_URL ?? '');
  const { db } = connection;
  try {
    await addDue(db, accounts);
    const outbox = openOutbox({ config: loadConfig(env), secret: env.SECRET, now: Date.now });
    for (let number = 0; number < mails; number += 1) await queueMail(db, outbox, `test${number}@mail.test`);

    const startedAt = performance.now();
    await start({ NODE_OPTIONS: `--import=${anHourAhead}` });
    for (let killed = 0; killed < kills; killed += 1) {
      const one = await start();
      await sleep(700);
      await one.kill();
    }
    await start();
    const left = async () => {
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from jobs where kind = 'mail') + (select count(*) from departures) as left`.execute(db);
      return Number(rows[0]?.left ?? 1);
    };
    // Only what hangs is ended: on a busy machine the leases of the killed processes and the relay take their time.
    await eventually(async () => (await left()) === 0, 900_000).catch(async () => {
      throw new Error(`Left after a quarter of an hour: ${await whatIsLeft(db)}`);
    });
    const seconds = (performance.now() - startedAt) / 1000;

    const ids = Map.groupBy(relay.received, ({ to }) => to);
    const sent = [...ids.values()];
    promises.check(ids.size === mails + accounts, `${ids.size} of ${mails + accounts} people got their mail`);
    promises.check(
      sent.every((copies) => new Set(copies.map(({ messageId }) => messageId)).size === 1),
      'somebody got two mails with different Message-IDs',
    );
    const twice = sent.filter((copies) => copies.length > 1).length;
    const mostTwice = kills * lanes;
    promises.check(twice <= mostTwice, `${twice} mails were sent twice, more than the lanes of the killed processes`);
    const erased = await db.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute();
    promises.check(erased.length === accounts, `${erased.length} of ${accounts} accounts were erased`);
    return {
      facts: [
        `${kills} processes were killed while they sent; ${mails + accounts} mails arrived in ${seconds.toFixed(1)} s, ${twice} of them twice, each with its one Message-ID`,
        `${erased.length} accounts were erased, each once: one mail for each`,
      ],
      broken: promises.broken,
      healthyAfterMs: seconds * 1000,
    };
  } finally {
    await connection.close();
  }
}

/** The jobs and departures that hang, with their times in seconds from now. */
async function whatIsLeft(db: Db): Promise<string> {
  const { rows } = await sql<{ left: unknown }>`
    with clock as (select extract(epoch from clock_timestamp()) * 1000 as now)
    select json_build_object('kind', kind, 'key', key, 'tries', tries, 'error', last_error, 'died', died_at is not null,
      'due', round((due_at - now) / 1000), 'lease', round((lease_until - now) / 1000), 'by', lease_by) as left
    from jobs, clock where key <> '' or lease_by <> ''
    union all select json_build_object('departure', user_id) from departures limit 50`.execute(db);
  return JSON.stringify(rows.map(({ left }) => left));
}

/** MAIL_LANES, at its default. */
const lanes = 40;

/** People with a confirmed address whose accounts are due to be erased. */
async function addDue(db: Db, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const id = newId();
    const email = `due${number}@mail.test`;
    const user = {
      ...emptyProfile,
      first_name: 'Ann',
      last_name: 'Due',
      created_at: 0,
      updated_at: 0,
      suspended_at: 1,
    };
    await db
      .insertInto('users')
      .values({ ...user, id, email, email_key: email })
      .execute();
    const erase_at = Date.now() - hour;
    await db
      .insertInto('departures')
      .values({ user_id: id, begun_at: 1, erase_at, reminded_at: 1, suspended_since: null })
      .execute();
  }
}

function queueMail(db: Db, outbox: ReturnType<typeof openOutbox>, to: string): Promise<void> {
  const letter = { subject: 'Drill', greeting: 'Hello,', paragraphs: ['One sentence.'], notes: [] };
  return transact(db, (trx) => outbox.queue(trx, { userId: null, to, kind: 'test', letter }));
}
