import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { forgetErased } from '../account/forget-erased.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { eraseDeparted, listDue, noteReminder } from './departure-store.ts';
import { returnLink } from './leave.ts';
import { reminderLetter } from './letters.ts';
import { queueErasedMail } from './queue-erased-mail.ts';

/** At a time, so that one turn of the housekeeping stays short; the next goes on. */
const atOnce = 100;

/**
 * Reminds people who are about to be erased, and erases those whose time is over. Each account is its own transaction,
 * so that a crash leaves it as it was, and the lock on it lets one of several instances do the work.
 */
export async function eraseDue(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const userId of await listDue(deps.db, 'reminder', now, atOnce)) await remind(deps, userId, now);
  let erased = 0;
  for (const userId of await listDue(deps.db, 'erasure', now, atOnce))
    if (await erase(deps, { userId, now, dueAt: now })) erased += 1;
  if (erased > 0) await forgetErased(deps);
}

async function remind(deps: Deps, userId: string, now: number): Promise<void> {
  await transact(deps.db, async (trx) => {
    const eraseAt = await noteReminder(trx, deps.engine, userId, now);
    const account = eraseAt === undefined ? undefined : await findCredentials(trx, { userId });
    if (eraseAt === undefined || !account || account.isUnverified || account.emailId === '') return;
    const letter = reminderLetter(account.firstName, await returnLink(trx, deps, account), eraseAt);
    await deps.mail.queue(trx, { userId, to: account.emailId, kind: 'leaving-reminder', letter });
  });
}

/** Erases an account that is leaving and says so by mail. False where it is not leaving, or `dueAt` is too early. */
export async function erase(deps: Deps, departed: { userId: string; now: number; dueAt?: number }): Promise<boolean> {
  const erased = await transact(deps.db, async (trx) => {
    const account = await findCredentials(trx, departed);
    if (!account || !(await eraseDeparted(trx, deps.engine, departed))) return false;
    await queueErasedMail(trx, deps.mail, account);
    return true;
  });
  if (erased) deps.events.emit('accountDeleted', { userId: departed.userId });
  return erased;
}
