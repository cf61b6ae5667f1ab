import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withFolder } from '#bench/harness/with-folder.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { eventually, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { startTcpRelay } from '#tests/support/tcp-relay.ts';
import { type Drill, type DrillResult, Promises, type Size } from './drill.ts';
import { metricsEnv, watchSite } from './watch-site.ts';

/** No call waits for a mail: the bound is that of a call which hashes a password beside seven others. */
const answersWithinMs = 4000;
const mailsWithinMs = 15_000;
/** At once: more than the lanes of the queue, so that mails wait behind those that hang. */
const people = 8;

export const silentMailRelay: Drill = {
  name: 'silent: the mail relay behind a network that drops packets',
  promised: `Calls do not wait for it; MailsWait fires once a mail is half an hour old; a new mail arrives within ${mailsWithinMs / 1000} s of the network’s return; those that waited are sent later, each once.`,
  run: (size) =>
    withFolder(async (folder) => {
      const mailServer = await startMailServer();
      const relay = await startTcpRelay(Number(new URL(mailServer.url).port));
      const file = join(folder, 'dotcode.db');
      const product = startProduct({
        ...metricsEnv,
        DATABASE_URL: `sqlite:${file}`,
        RATE_LIMIT_FACTOR: '1000',
        MAIL_URL: `smtp://127.0.0.1:${relay.port}`,
        PUBLIC_URL: 'https://dotcode.test',
      });
      try {
        const site = await watchSite(product, await readyUrl(product));
        const mailsTo = (emailId: string) => mailServer.received.filter(({ to }) => to === emailId).length;
        try {
          return await silence({ size, file, site, relay, mailsTo });
        } finally {
          await site.end();
        }
      } finally {
        await product.end();
        await relay.close();
        await mailServer.close();
      }
    }),
};

interface Place {
  size: Size;
  file: string;
  site: Awaited<ReturnType<typeof watchSite>>;
  relay: Awaited<ReturnType<typeof startTcpRelay>>;
  mailsTo: (emailId: string) => number;
}

async function silence({ size, file, site, relay, mailsTo }: Place): Promise<DrillResult> {
  const promises = new Promises(size);
  const { emailId: before } = await site.write();
  // The relay has the mail a moment before the outbox no longer has it.
  await eventually(
    async () => mailsTo(before) === 1 && (await site.metric('upstream_jobs_waiting{kind="mail"}')).value === 0,
  );

  relay.dropBytes();
  const answers = await Promise.all(Array.from({ length: people }, site.write));
  const longestMs = Math.max(...answers.map(({ ms }) => ms));
  promises.checkTime(longestMs, answersWithinMs, `a call took ${longestMs.toFixed()} ms`);
  promises.check(
    answers.every(({ status }) => status === 200),
    'a call was refused',
  );
  const { value: waiting, ms } = await site.metric('upstream_jobs_waiting{kind="mail"}');
  promises.check(waiting === people, `${waiting} mails waited`);
  promises.checkTime(ms, 2000, `/metrics took ${ms.toFixed()} ms`);
  makeMailsOlder(file);
  const fired = await site.fires('MailsWait');

  const startedAt = performance.now();
  relay.heal();
  const { emailId: after } = await site.write();
  await eventually(() => mailsTo(after) === 1);
  const newMailMs = performance.now() - startedAt;
  promises.checkTime(newMailMs, mailsWithinMs, `a new mail arrived only after ${newMailMs.toFixed()} ms`);
  const facts = [
    `silent: ${people} sign-ups answered within ${longestMs.toFixed()} ms, ${waiting} mails waited, /metrics answered within ${ms.toFixed()} ms`,
    fired === undefined ? 'Prometheus is not installed' : 'MailsWait fired by a scrape, of mails made an hour older',
    `a new mail arrived ${newMailMs.toFixed()} ms after the end of the cause`,
  ];
  // Mails that hung wait half a minute for their next attempt, longer than the sweep does.
  if (size === 'small') return { facts, broken: promises.broken };
  const all = [before, after, ...answers.map(({ emailId }) => emailId)];
  await eventually(async () => (await site.metric('upstream_jobs_waiting{kind="mail"}')).value === 0, 120_000);
  const lateMs = performance.now() - startedAt;
  promises.check(
    all.every((emailId) => mailsTo(emailId) === 1),
    'a mail was lost or sent twice',
  );
  facts.push(`the mails that waited had arrived ${(lateMs / 1000).toFixed()} s after it, each once`);
  return { facts, broken: promises.broken, healthyAfterMs: lateMs };
}

/** The alert waits for half an hour. */
function makeMailsOlder(file: string): void {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec("update jobs set created_at = created_at - 3600000 where kind = 'mail'");
  db.close();
}
