import type { Preferences } from '#shared/api/preferences.ts';
import { hour } from '#shared/durations.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import type { ItemTurn } from '#upstream/jobs/turns.ts';
import { isJustPastEight, nextDigest } from '../preferences/local-eight.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { digestLetter, stopOf, type Waiting } from './notice-letters.ts';
import { findUntold, listDueDigests, noteDigest, noteMailed, type Sendable, takeDueDigest } from './notice-store.ts';

type Parts = Pick<Deps, 'db' | 'mail' | 'secret'>;

/** After an outage over 8:00 the mail comes late, or not on that day. */
const lateForMs = 4 * hour;
/** The least time between two daily mails, also where the time zone was changed in between. A day with a change of clocks has 23 hours. */
const apartMs = 20 * hour;
/** The pauses between so many attempts are about a day: by then the next daily mail is due. */
const mostTries = 30;

/** Queues the daily mails that are due, each in the transaction that takes it. */
export function digestsTurn(parts: Parts): ItemTurn {
  const kind = 'digests';
  return {
    kind,
    everyMs: 20_000,
    mostTries,
    due: (now, limit) => listDueDigests(parts.db, kind, now, limit),
    one: (userId, now) => mailDigest(parts, userId, now),
  };
}

async function mailDigest({ db, mail, secret }: Parts, dueId: string, at: number): Promise<void> {
  await transact(db, async (trx) => {
    const taken = await takeDueDigest(trx, dueId, at);
    if (taken === undefined) return;
    const { userId, timeZone, digestedAt } = taken;
    const isApart = digestedAt > at || at - digestedAt >= apartMs;
    const untold = isApart && isJustPastEight(timeZone, at, lateForMs) ? await findUntold(trx, userId) : [];
    const told = wantedOf(untold, await preferencesOf(trx, userId));
    const [first] = told;
    if (first) {
      const letter = digestLetter(first.firstName, countOf(told), mail, stopOf(mail, secret, userId, 'digest'));
      const priority = priorities.last;
      await mail.queue(trx, { userId, to: first.emailId, kind: 'digest', priority, letter });
      const ids = told.map(({ id }) => id);
      await noteMailed(trx, ids, at);
    }
    await noteDigest(trx, userId, { nextAt: nextDigest(userId, timeZone, at), sentAt: first && at });
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
