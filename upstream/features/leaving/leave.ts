import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { deleteMailsOf } from '#upstream/mail/mail-store.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { deleteTokens, issueToken } from '../email/token-store.ts';
import { noteEvent } from '../history/history-store.ts';
import type { Visit } from '../history/visit.ts';
import { beginDeparture } from './departure-store.ts';
import { confirmLetter, leavingLetter } from './letters.ts';

/**
 * Whether the owner confirms by mail. An address that was never confirmed may be a stranger's, and those of sample
 * accounts are nobody's.
 */
export function confirmsByMail({ mail }: Pick<Deps, 'mail'>, account: Credentials): boolean {
  return mail.mode !== 'none' && !account.isUnverified && !account.isSample && account.emailId !== '';
}

/** Queues the mail whose link begins the departure. */
export async function askToLeave(trx: Trx, deps: Deps, account: Credentials): Promise<void> {
  const { mail, now, config } = deps;
  await deleteTokens(trx, account.userId, ['leave']);
  const token = await issueToken(trx, {
    ...account,
    purpose: 'leave',
    email: account.emailId,
    now: now(),
    fromMail: true,
  });
  const letter = confirmLetter(account.firstName, mail.link('/leave', token), config.leavingDays);
  await mail.queue(trx, { userId: account.userId, to: account.emailId, kind: 'leave-confirm', letter, token });
}

/** The account is leaving from now on. Returns the ended sessions; undefined where it is leaving already, or deleted. */
export async function leave(
  trx: Trx,
  deps: Deps,
  account: Credentials,
  visit: Visit,
): Promise<{ ended: string[]; eraseAt: number } | undefined> {
  const { userId } = account;
  const now = deps.now();
  const begun = await beginDeparture(trx, deps.engine, { userId, days: deps.config.leavingDays, now });
  if (begun === undefined) return undefined;
  await deleteTokens(trx, userId, ['verify', 'change', 'reset', 'leave']);
  // Mails that were queued before the departure are about an account that others see no more.
  await deleteMailsOf(trx, userId);
  await noteEvent(trx, { userId, kind: 'leaving', visit, now });
  if (confirmsByMail(deps, account)) {
    const letter = leavingLetter(account.firstName, await returnLink(trx, deps, account), begun.eraseAt);
    await deps.mail.queue(trx, { userId, to: account.emailId, kind: 'leaving', letter });
  }
  return begun;
}

/** Leads to the page on which the owner comes back. */
export async function returnLink(trx: Trx, deps: Pick<Deps, 'mail' | 'now'>, account: Credentials): Promise<string> {
  const token = await issueToken(trx, { ...account, purpose: 'return', email: account.emailId, now: deps.now() });
  return deps.mail.link('/leave', `return.${token}`);
}
