import type { Preferences } from '#shared/api/preferences.ts';
import { isStorageFault } from '#upstream/db/storage-fault.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { isJustPastEight, nextEight } from '../preferences/local-eight.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { digestLetter, stopOf, type Waiting } from './notice-letters.ts';
import { findUntold, listDueDigests, noteDigest, noteMailed, type Sendable, takeDueDigest } from './notice-store.ts';

type Parts = Pick<Deps, 'db' | 'mail' | 'secret' | 'now' | 'log'>;

const hour = 60 * 60_000;
/** After an outage over 8:00 the mail comes late, or not on that day. */
const lateForMs = 4 * hour;
/** Of two mails in a row, also where the time zone was changed between them. A day with a change of clocks has 23 hours. */
const apartMs = 20 * hour;
const batch = 20;

/** When the daily mail of a person for whom it could not be made is tried again. */
const againMs = hour;

/**
 * Queues the daily mails that are due, each in the transaction that takes it. One that fails is put off and holds nobody
 * else's up. False when nothing is left.
 */
export async function mailDigests(parts: Parts): Promise<boolean> {
  const { db, now, log } = parts;
  const due = await listDueDigests(db, now(), batch);
  for (const userId of due)
    try {
      await mailDigest(parts, userId);
    } catch (error) {
      if (isStorageFault(error)) throw error;
      log.error({ err: error, userId }, 'a daily mail could not be made');
      await noteDigest(db, userId, { nextAt: now() + againMs, sentAt: undefined });
    }
  return due.length === batch;
}

async function mailDigest({ db, mail, secret, now }: Parts, dueId: string): Promise<void> {
  await transact(db, async (trx) => {
    const at = now();
    const taken = await takeDueDigest(trx, dueId, at);
    if (taken === undefined) return;
    const { userId, timeZone, digestedAt } = taken;
    const isApart = digestedAt > at || at - digestedAt >= apartMs;
    const untold = isApart && isJustPastEight(timeZone, at, lateForMs) ? await findUntold(trx, userId) : [];
    const told = wantedOf(untold, await preferencesOf(trx, userId));
    const [first] = told;
    if (first) {
      const letter = digestLetter(first.firstName, countOf(told), mail, stopOf(mail, secret, userId, 'digest'));
      await mail.queue(trx, { userId, to: first.emailId, kind: 'digest', letter });
      const ids = told.map(({ id }) => id);
      await noteMailed(trx, ids, at);
    }
    await noteDigest(trx, userId, { nextAt: nextEight(timeZone, at), sentAt: first && at });
  });
}

/**
 * Leaves out what a mail will tell of by itself soon. A kind that is neither on the page nor by mail is one that the
 * person does not want to hear of.
 */
function wantedOf(untold: readonly Sendable[], { notify }: Preferences): Sendable[] {
  return untold.filter(({ kind, mailAt }) => (notify[kind].mail ? mailAt === null : notify[kind].page));
}

/** One row for each person, project or conversation. */
function countOf(notices: readonly Sendable[]): Waiting {
  const counts: Waiting = {};
  for (const { kind } of notices) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
