import { minute } from '#shared/durations.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { dueRows, type ItemTurn } from '#upstream/jobs/turns.ts';
import { eraseAccount, forgetErased } from '../account/erase-account.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { noteReminder, reminderMs } from './departure-store.ts';
import { hasMailbox, returnLink } from './leave.ts';
import { reminderLetter } from './letters.ts';

const everyMs = minute;
const departures = { table: 'departures', key: 'user_id', at: 'erase_at' };

/** Reminds people who are about to be erased. Nobody is erased without a reminder. */
export function remindersTurn(deps: Deps): ItemTurn {
  const kind = 'reminders';
  return {
    kind,
    everyMs,
    due: dueRows(deps.db, kind, { ...departures, earlyMs: reminderMs, only: 'reminded_at is null' }),
    one: (userId, now) => remind(deps, userId, now),
  };
}

/**
 * Erases the accounts whose time is over. Each is its own transaction, so that a crash leaves it as it was, and the lock on it
 * lets one of several instances do the work.
 */
export function erasureTurn(deps: Deps): ItemTurn {
  const kind = 'erasure';
  return {
    kind,
    everyMs,
    due: dueRows(deps.db, kind, { ...departures, only: 'reminded_at is not null' }),
    one: (userId, now) => erase(deps, userId, now),
    after: () => forgetErased(deps),
  };
}

async function remind(deps: Deps, userId: string, now: number): Promise<void> {
  await transact(deps.db, async (trx) => {
    const eraseAt = await noteReminder(trx, deps.engine, userId, now);
    const account = eraseAt === undefined ? undefined : await findCredentials(trx, { userId });
    if (eraseAt === undefined || !account || !hasMailbox(account)) return;
    const letter = reminderLetter(account.firstName, await returnLink(trx, deps, account), eraseAt);
    const priority = priorities.usual;
    await deps.mail.queue(trx, { userId, to: account.emailId, kind: 'leaving-reminder', priority, letter });
  });
}

async function erase(deps: Deps, userId: string, now: number): Promise<void> {
  await transact(deps.db, (trx) => eraseAccount(trx, deps, { userId, now, leftBy: now }));
}
