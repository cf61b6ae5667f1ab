import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { openingKeys } from '#platform/config/secret.ts';
import type { Trouble } from '#platform/log/trouble-log.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { Db, Engine } from '#upstream/db/connection.ts';
import type { JobClock } from '#upstream/jobs/job-clock.ts';
import type { JobTimes } from '#upstream/jobs/job-worker.ts';
import type { Count } from '#upstream/watch/count.ts';
import { createFileDelivery, createSmtpDelivery, type SmtpTimes } from './delivery.ts';
import { startMailWorker } from './mail-worker.ts';
import type { SealedMail, Sender } from './message.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { unsealWith } from './seal.ts';

/** The mails of this deployment. A queued one is sent after the commit, by this instance or another. */
export interface Mail extends Outbox {
  close(): Promise<void>;
}

export interface MailDeps {
  config: UpstreamConfig;
  db: Db;
  engine: Engine;
  log: Logger;
  trouble: Trouble;
  count?: Count | undefined;
  secret: string;
  now: () => number;
  clock: JobClock;
  /** Whether a mail is still to be sent; asked before each attempt. */
  isDue: (mail: SealedMail) => Promise<boolean>;
  /** Called after the mail server has taken the mail. */
  onSent: (mail: SealedMail) => Promise<void>;
}

/** Shorter times and another certificate authority, for tests. */
export interface MailOptions {
  times?: JobTimes;
  smtpTimes?: SmtpTimes;
  tls?: SecureContextOptions;
}

export function openMail(deps: MailDeps, { times, smtpTimes, tls }: MailOptions = {}): Mail {
  const outbox = openOutbox(deps);
  if (outbox.mode === 'none') return { ...outbox, close: async () => undefined };
  const { config, secret, log, ...rest } = deps;
  const { mailLanes: lanes } = config;
  const { site, folder } = outbox;
  const keys = openingKeys(deps, 'mail');
  const sender: Sender = { site, from: config.mailFrom ?? `DotCode <no-reply@${new URL(site).hostname}>` };
  const delivery =
    config.mailUrl instanceof URL
      ? createSmtpDelivery(config.mailUrl, { lanes, ...(tls && { tls }), ...(smtpTimes && { times: smtpTimes }) })
      : createFileDelivery(folder, log);
  const open = (sealed: string) => unsealWith(keys, sealed)?.value as SealedMail | undefined;
  const worker = startMailWorker({ ...rest, log, delivery, sender, lanes, open, times });
  return {
    ...outbox,
    async queue(trx, mail) {
      await outbox.queue(trx, mail);
      // The transaction commits within moments; should it take longer, the next poll finds the mail.
      setTimeout(() => worker.wake(), wakeMs).unref();
    },
    close: () => worker.stop(),
  };
}

const wakeMs = 50;
