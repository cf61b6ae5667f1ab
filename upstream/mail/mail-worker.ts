import type { Logger } from 'pino';
import { day, minute } from '#shared/durations.ts';
import { type Job, priorities } from '#upstream/jobs/job-store.ts';
import {
  type JobWorker,
  pauseAfter,
  type Settled,
  startJobWorker,
  type WorkerParts,
} from '#upstream/jobs/job-worker.ts';
import type { Count } from '#upstream/watch/count.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { composeMessage, type SealedMail, type Sender } from './message.ts';
import { mailKind } from './outbox.ts';

/** A mail that could not be sent for so long is dead. */
export const mailGivenUpAfterMs = day;

/** The longest pause between two attempts. Somebody waits for a mail about the account, so that it is tried often. */
const longestPauseMs = { first: 2 * minute, others: 15 * minute };

export interface MailWorkerDeps extends WorkerParts {
  log: Logger;
  count?: Count | undefined;
  delivery: Delivery;
  sender: Sender;
  lanes: number;
  /** Undefined where the secret has changed since the mail was queued. */
  open: (sealed: string) => SealedMail | undefined;
  /** Asked before each attempt. A mail that is no longer due is dropped. */
  isDue: (mail: SealedMail) => Promise<boolean>;
  /** Called after the mail server has taken the mail. */
  onSent: (mail: SealedMail) => Promise<void>;
}

/** Sends the mails that wait, beside the workers of other instances. */
export function startMailWorker(deps: MailWorkerDeps): JobWorker {
  return startJobWorker(deps, {
    kinds: [mailKind],
    priorities: [priorities.first, priorities.usual, priorities.last],
    lanes: deps.lanes,
    run: async (job) => settle(deps, job, await deliver(deps, job)),
    cutOff: () => deps.delivery.close(),
  });
}

interface Dropped {
  outcome: 'dropped';
}

async function deliver(
  { delivery, sender, open, isDue, onSent }: MailWorkerDeps,
  job: Job,
): Promise<Delivered | Dropped> {
  const mail = open(job.body);
  // Another instance may have the secret with which it was sealed.
  if (mail === undefined) return { outcome: 'delayed', reason: 'sealed with another SECRET' };
  // While the mail waited, its notification was read or its kind switched off, one person blocked the other, or its link became void.
  if (!(await isDue(mail))) return { outcome: 'dropped' };
  const about = { id: job.key, kind: job.label, link: mail.letter.button?.url };
  const delivered = await delivery.send(composeMessage(job, mail, sender), about);
  if (delivered.outcome === 'sent') await onSent(mail);
  return delivered;
}

/** Whether the mail is done or gets a longer pause. The log names its kind and the reason, never a person. */
function settle({ clock, log, count }: MailWorkerDeps, job: Job, delivered: Delivered | Dropped): Settled {
  const { label: kind, priority } = job;
  if (delivered.outcome === 'sent' || delivered.outcome === 'dropped') {
    count?.({ of: 'mail', outcome: delivered.outcome, kind });
    return 'done';
  }
  const { outcome, reason } = delivered;
  const tries = job.tries + 1;
  if (outcome === 'refused') {
    count?.({ of: 'mail', outcome: 'refused', kind });
    log.warn({ mail: kind, tries, reason }, 'a mail is given up');
    return 'done';
  }
  const now = clock.now();
  const at = now + pauseAfter(tries, priority === priorities.first ? longestPauseMs.first : longestPauseMs.others);
  if (at < job.created_at + mailGivenUpAfterMs) {
    count?.({ of: 'mail', outcome: 'delayed', kind });
    log.info({ mail: kind, tries, reason }, 'a mail is sent again later');
    return { at, tries, error: reason };
  }
  count?.({ of: 'mail', outcome: 'given-up', kind });
  log.warn({ mail: kind, tries, reason }, 'a mail is given up');
  return { at, tries, error: reason, diedAt: now };
}
