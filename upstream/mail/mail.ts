import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { openingKeys } from '#platform/config/secret.ts';
import { day, minute } from '#shared/durations.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import { type Job, priorities } from '#upstream/jobs/job-store.ts';
import {
  type JobTimes,
  pauseAfter,
  type Settled,
  startJobWorker,
  type WorkerParts,
} from '#upstream/jobs/job-worker.ts';
import type { Count } from '#upstream/watch/count.ts';
import { createFileDelivery, createSmtpDelivery, type Delivered, type SmtpTimes } from './delivery.ts';
import { composeMessage, type SealedMail, type Sender } from './message.ts';
import { mailKind, type Outbox, openOutbox } from './outbox.ts';
import { unsealWith } from './seal.ts';

/** The mails of this deployment. A queued one is sent after the commit, by this instance or another. */
export interface Mail extends Outbox {
  close(): Promise<void>;
}

export interface MailDeps extends WorkerParts {
  config: UpstreamConfig;
  log: Logger;
  count?: Count | undefined;
  secret: string;
  now: () => number;
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

/** A mail that could not be sent for so long is dead. */
const givenUpAfterMs = day;

/** The longest pause between two attempts. Somebody waits for a mail about the account, so that it is tried often. */
const longestPauseMs = { first: 2 * minute, others: 15 * minute };

export function openMail(deps: MailDeps, { times, smtpTimes, tls }: MailOptions = {}): Mail {
  const outbox = openOutbox(deps);
  if (outbox.mode === 'none') return { ...outbox, close: async () => undefined };
  const { config, log, isDue, onSent } = deps;
  const { mailLanes: lanes } = config;
  const { site, folder } = outbox;
  const keys = openingKeys(deps, 'mail');
  const sender: Sender = { site, from: config.mailFrom ?? `DotCode <no-reply@${new URL(site).hostname}>` };
  const delivery =
    config.mailUrl instanceof URL
      ? createSmtpDelivery(config.mailUrl, { lanes, ...(tls && { tls }), ...(smtpTimes && { times: smtpTimes }) })
      : createFileDelivery(folder, log);

  async function deliver(job: Job): Promise<Delivered | Dropped> {
    const mail = unsealWith(keys, job.body)?.value as SealedMail | undefined;
    // Another instance may have the secret with which it was sealed.
    if (mail === undefined) return { outcome: 'delayed', reason: 'sealed with another SECRET' };
    // While the mail waited, its notification was read or its kind switched off, one person blocked the other, or its link became void.
    if (!(await isDue(mail))) return { outcome: 'dropped' };
    const about = { id: job.key, kind: job.label, link: mail.letter.button?.url };
    const delivered = await delivery.send(composeMessage(job, mail, sender), about);
    if (delivered.outcome === 'sent') await onSent(mail);
    return delivered;
  }

  /** Sends the mails that wait, beside the workers of other instances. */
  const worker = startJobWorker(
    { ...deps, times },
    {
      kinds: [mailKind],
      priorities: [priorities.first, priorities.usual, priorities.last],
      lanes,
      run: async (job) => settle(deps, job, await deliver(job)),
      cutOff: () => delivery.close(),
    },
  );
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

interface Dropped {
  outcome: 'dropped';
}

/** Whether the mail is done or gets a longer pause. The log names its kind and the reason, never a person. */
function settle({ clock, log, count }: MailDeps, job: Job, delivered: Delivered | Dropped): Settled {
  const { label: kind, priority } = job;
  const tell = (outcome: Delivered['outcome'] | Dropped['outcome'] | 'given-up') =>
    count?.({ of: 'mail', outcome, kind });
  const tries = job.tries + 1;
  if (delivered.outcome === 'sent' || delivered.outcome === 'dropped') {
    tell(delivered.outcome);
    return 'done';
  }
  const { outcome, reason } = delivered;
  const now = clock.now();
  const at = now + pauseAfter(tries, priority === priorities.first ? longestPauseMs.first : longestPauseMs.others);
  if (outcome === 'delayed' && at < job.created_at + givenUpAfterMs) {
    tell('delayed');
    log.info({ mail: kind, tries, reason }, 'a mail is sent again later');
    return { at, tries, error: reason };
  }
  tell(outcome === 'refused' ? 'refused' : 'given-up');
  log.warn({ mail: kind, tries, reason }, 'a mail is given up');
  return outcome === 'refused' ? 'done' : { at, tries, error: reason, diedAt: now };
}
