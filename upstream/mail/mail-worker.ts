import type { Logger } from 'pino';
import type { Trouble } from '#platform/log/trouble-log.ts';
import { type MailOutcome, mails } from '#platform/telemetry/mails.ts';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { givenUpAfterMs, pauseAfter } from '#upstream/queue/pauses.ts';
import { type QueueTimes, type QueueWorker, type Settled, startQueueWorker } from '#upstream/queue/queue-worker.ts';
import type { Delivered, Delivery } from './delivery.ts';
import type { StoredMail } from './mail-store.ts';
import { composeMessage, type SealedMail, type Sender } from './message.ts';

/** Mails that one worker sends at the same time. */
const lanes = 3;

export interface WorkerDeps {
  db: Db;
  engine: Engine;
  now: () => number;
  log: Logger;
  trouble: Trouble;
  delivery: Delivery;
  sender: Sender;
  /** Undefined where the secret has changed since the mail was queued. */
  open: (sealed: string) => SealedMail | undefined;
  isDue?: (noticeId: string) => Promise<boolean>;
  times?: QueueTimes;
}

/** Sends what the outbox holds, beside the workers of other instances. */
export function startMailWorker(deps: WorkerDeps): QueueWorker {
  return startQueueWorker({
    ...deps,
    queue: 'mail_outbox',
    lanes,
    send: async (row) => settle(deps, row, await deliver(deps, row)),
    cutOff: () => deps.delivery.close(),
  });
}

interface Dropped {
  outcome: 'dropped';
}

async function deliver({ delivery, sender, open, isDue }: WorkerDeps, row: StoredMail): Promise<Delivered | Dropped> {
  // Read, blocked or switched off while the mail waited.
  if (row.notice_id !== null && isDue && !(await isDue(row.notice_id))) return { outcome: 'dropped' };
  const mail = open(row.sealed);
  // Another instance may have the secret with which it was sealed.
  if (mail === undefined) return { outcome: 'delayed', reason: 'sealed with another SECRET' };
  const about = { id: row.id, kind: row.kind, link: mail.letter.button?.url };
  return delivery.send(composeMessage(row, mail, sender), about);
}

/** Whether the mail leaves the queue or gets a longer pause. The log names its kind and the reason, never a person. */
function settle({ now, log }: WorkerDeps, row: StoredMail, delivered: Delivered | Dropped): Settled {
  const tries = row.tries + 1;
  const at = now() + pauseAfter(tries);
  if (delivered.outcome === 'delayed' && at < row.created_at + givenUpAfterMs) {
    tell('delayed', row.kind);
    log.info({ mail: row.kind, tries, reason: delivered.reason }, 'a mail is sent again later');
    return { at, tries };
  }
  if (delivered.outcome === 'sent' || delivered.outcome === 'dropped') tell(delivered.outcome, row.kind);
  else {
    tell(delivered.outcome === 'refused' ? 'refused' : 'given-up', row.kind);
    log.warn({ mail: row.kind, tries, reason: delivered.reason }, 'a mail is given up');
  }
  return 'done';
}

function tell(outcome: MailOutcome['outcome'], kind: string): void {
  mails.publish({ outcome, kind } satisfies MailOutcome);
}
