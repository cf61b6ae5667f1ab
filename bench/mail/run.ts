import { setTimeout as sleep } from 'node:timers/promises';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part, Size } from '#bench/harness/part.ts';
import { cpuMicroseconds } from '#bench/harness/processes.ts';
import { newSecret } from '#platform/config/secret.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { eventually } from '#tests/support/start-product.ts';
import { createTestDatabase, migrateTestDatabase, postgresAnswers } from '#tests/support/test-database.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import { transact } from '#upstream/db/transaction.ts';
import { openOutbox } from '#upstream/mail/outbox.ts';

/** Mails a second of one upstream, at a relay that takes this long for each. */
const budget = { mails: 100, relayMs: 300 };

export const mailPart: Part = {
  name: 'mail',
  title: 'Mail: what one upstream sends to a relay on this machine, with MAIL_LANES at its default of 40',
  fewestRounds: 3,
  async run(size) {
    const engines = (await postgresAnswers()) ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
    const rows: (string | number)[][] = [];
    const verdicts: string[] = [];
    for (const engine of engines)
      for (const relayMs of [0, budget.relayMs]) {
        const runs: Sent[] = [];
        for (let round = 0; round < size.rounds; round += 1) runs.push(await sendAll(engine, relayMs, size));
        const rates = runs.map(({ perSecond }) => perSecond);
        const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
        rows.push([
          `${name}, relay takes ${relayMs} ms`,
          Math.round(median(rates)),
          range(rates, 0),
          Math.round(median(runs.map(({ cpu }) => cpu))),
        ]);
        if (relayMs === budget.relayMs)
          verdicts.push(
            verdict(
              `${name}: ${Math.round(median(rates))} mails a second at ${relayMs} ms, wanted ≥ ${budget.mails}`,
              median(rates) >= budget.mails,
            ),
          );
      }
    return [
      table(['Database and relay', 'mails a second, median', 'range', 'CPU µs each'], rows),
      `All mails wait before the upstream starts; the time is from the first that the relay has taken to the last. 40 lanes and a relay that takes ${budget.relayMs} ms allow ${Math.floor((40 / budget.relayMs) * 1000)} a second.`,
      verdicts.join('\n'),
    ].join('\n\n');
  },
};

interface Sent {
  perSecond: number;
  /** Processor time of the upstream for one mail, in microseconds. */
  cpu: number;
}

/** Queues the mails, starts an upstream, and waits until the relay has taken the last. */
async function sendAll(engine: 'sqlite' | 'postgres', relayMs: number, { isSmall }: Size): Promise<Sent> {
  const mails = isSmall ? 60 : 2000;
  const database = await createTestDatabase(engine);
  const relay = await startMailServer();
  const takenAt: number[] = [];
  relay.beforeTaking = async () => {
    if (relayMs > 0) await sleep(relayMs);
    takenAt.push(performance.now());
  };
  try {
    await migrateTestDatabase(database.url);
    const env = {
      DATABASE_URL: database.url,
      MAIL_URL: relay.url,
      PUBLIC_URL: 'https://dotcode.test',
      SECRET: newSecret(),
      LOG_LEVEL: 'info',
    };
    await queueMails(env, mails);
    const upstream = await startUpstreamProcess(env);
    try {
      const before = cpuMicroseconds(upstream.pid);
      const countedFrom = takenAt.length;
      await eventually(() => relay.received.length === mails);
      const [first = 0, last = 0] = [takenAt[0], takenAt.at(-1)];
      return {
        perSecond: (mails - 1) / ((last - first) / 1000),
        cpu: (cpuMicroseconds(upstream.pid) - before) / (mails - countedFrom),
      };
    } finally {
      await upstream.stop();
    }
  } finally {
    await relay.close();
    await database.drop();
  }
}

/** As the calls of people queue them, each in a transaction of its own. */
async function queueMails(env: Record<string, string> & { DATABASE_URL: string; SECRET: string }, count: number) {
  const connection = await connect(env.DATABASE_URL);
  const outbox = openOutbox({ config: loadConfig(env), secret: env.SECRET, now: Date.now });
  const letter = {
    subject: 'Ada asks to connect',
    greeting: 'Hello,',
    paragraphs: ['Ada Lovelace asks to connect with you.', 'You can answer on the page of requests.'],
    notes: ['You get this mail because notifications by mail are on.'],
  };
  try {
    for (let number = 0; number < count; number += 1)
      await transact(connection.db, (trx) =>
        outbox.queue(trx, { userId: null, to: `person${number}@mail.test`, kind: 'test', letter }),
      );
  } finally {
    await connection.close();
  }
}
