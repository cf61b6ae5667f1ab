import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Trouble } from '#runtime/log/trouble-log.ts';
import { type MailOutcome, mails } from '#telemetry/mails.ts';
import type { Db, Engine } from '#upstream/db/connection.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { deleteMail, leaseMails, renewLease, retryMail, type StoredMail } from './mail-store.ts';
import { composeMessage, type SealedMail, type Sender } from './message.ts';
import { givenUpAfterMs, pauseAfter } from './pauses.ts';

export interface MailTimes {
  /** How often a worker looks for mails that others have queued, or whose pause is over. */
  pollMs: number;
  /** After so long without a sign of life of its worker, another one sends the mail. */
  leaseMs: number;
}

export const mailTimes: MailTimes = { pollMs: 2000, leaseMs: 60_000 };

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
  times?: MailTimes;
}

export interface MailWorker {
  /** Looks for mails soon, instead of at the next poll. */
  wake(): void;
  /** Begins no further mail, and waits for those under way for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** Sends what the outbox holds, beside the workers of other instances. */
export function startMailWorker(deps: WorkerDeps): MailWorker {
  const { db, engine, now, trouble, times = mailTimes } = deps;
  const owner = randomUUID();
  const running = new Set<Promise<void>>();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (stopping) return;
    timer = setTimeout(look, ms);
    timer.unref();
  };

  const look = (): void => {
    clearTimeout(timer);
    if (looking !== undefined) {
      lookAgain = true;
      return;
    }
    looking = take()
      .catch((error: unknown) => trouble('database', error))
      .finally(() => {
        looking = undefined;
        schedule(lookAgain ? 0 : times.pollMs);
        lookAgain = false;
      });
  };

  const take = async (): Promise<void> => {
    const free = lanes - running.size;
    if (stopping || free <= 0) return;
    const at = now();
    const rows = await leaseMails(db, engine, { owner, now: at, until: at + times.leaseMs }, free);
    for (const row of rows) {
      const sending = send(row)
        .catch((error: unknown) => trouble('database', error))
        .finally(() => {
          running.delete(sending);
          look();
        });
      running.add(sending);
    }
  };

  const send = async (row: StoredMail): Promise<void> => {
    const heart = setInterval(() => {
      const until = now() + times.leaseMs;
      renewLease(db, row.id, { owner, until }).catch((error: unknown) => trouble('database', error));
    }, times.leaseMs / 3);
    try {
      await settle(deps, row, owner, await deliver(deps, row));
    } finally {
      clearInterval(heart);
    }
  };

  schedule(0);
  return {
    wake: look,
    async stop(graceMs = 5000) {
      stopping = true;
      clearTimeout(timer);
      await looking;
      let giveUp: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        giveUp = setTimeout(resolve, graceMs);
      });
      await Promise.race([Promise.all(running), late]);
      clearTimeout(giveUp);
      deps.delivery.close();
    },
  };
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

/** Removes the mail, or puts it back with a longer pause. The log names its kind and the reason, never a person. */
async function settle(
  { db, now, log }: WorkerDeps,
  row: StoredMail,
  owner: string,
  delivered: Delivered | Dropped,
): Promise<void> {
  const tries = row.tries + 1;
  const at = now() + pauseAfter(tries);
  if (delivered.outcome === 'delayed' && at < row.created_at + givenUpAfterMs) {
    tell('delayed', row.kind);
    log.info({ mail: row.kind, tries, reason: delivered.reason }, 'a mail is sent again later');
    await retryMail(db, row.id, owner, { at, tries });
    return;
  }
  if (delivered.outcome === 'sent' || delivered.outcome === 'dropped') tell(delivered.outcome, row.kind);
  else {
    tell(delivered.outcome === 'refused' ? 'refused' : 'given-up', row.kind);
    log.warn({ mail: row.kind, tries, reason: delivered.reason }, 'a mail is given up');
  }
  await deleteMail(db, row.id, owner);
}

function tell(outcome: MailOutcome['outcome'], kind: string): void {
  mails.publish({ outcome, kind } satisfies MailOutcome);
}
