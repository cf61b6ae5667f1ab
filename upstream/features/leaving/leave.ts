import type { Request } from 'express';
import { linkTokenSchema } from '#shared/api/account/email.ts';
import { messageSchema } from '#shared/api/parts.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { deleteMailsOf, type Outbox } from '#upstream/mail/outbox.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { isSuspended, refuseSuspended } from '../auth/refusals.ts';
import { deleteTokens, findToken, issueToken, requireValid, spentLink } from '../email/links.ts';
import { noteEvent } from '../history/history-store.ts';
import { type Visit, visitOf } from '../history/visit.ts';
import { endSuspensionIfOver, findSuspension } from '../moderation/suspension.ts';
import { connectedWith } from '../requests/relations.ts';
import type { PassedCode } from '../totp/second-factor-check.ts';
import { beginDeparture, endDeparture } from './departure-store.ts';
import { erasedLetter, leavingLetter } from './letters.ts';

const route = routesOf({ tag: 'account' });

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
  await deleteTokens(trx, userId, ['verify', 'change', 'reset']);
  // Mails that were queued before the departure are about an account that others see no more.
  await deleteMailsOf(trx, userId);
  await noteEvent(trx, { userId, kind: 'leaving', visit, now });
  if (hasMailbox(account)) {
    const letter = leavingLetter(account.firstName, await returnLink(trx, deps, account), begun.eraseAt);
    await deps.mail.queue(trx, { userId, to: account.emailId, kind: 'leaving', letter });
  }
  return begun;
}

/** An address that was never confirmed may be a stranger's, and those of sample accounts are nobody's. */
export function hasMailbox(account: Pick<Credentials, 'isUnverified' | 'isSample' | 'emailId'>): boolean {
  return !account.isUnverified && !account.isSample && account.emailId !== '';
}

/** Leads to the page on which the owner comes back. */
export async function returnLink(trx: Trx, deps: Pick<Deps, 'mail' | 'now'>, account: Credentials): Promise<string> {
  const token = await issueToken(trx, { ...account, purpose: 'return', email: account.emailId, now: deps.now() });
  return deps.mail.link('/leave', token);
}

/** Tells the owner of an erased account. */
export async function queueErasedMail(
  trx: Trx,
  mail: Outbox | undefined,
  account: Credentials,
  byOperator = false,
): Promise<void> {
  if (!hasMailbox(account)) return;
  const letter = erasedLetter(account.firstName, byOperator);
  // The row of the account is empty by now, so that the mail belongs to nobody.
  await mail?.queue(trx, { userId: null, to: account.emailId, kind: 'erased', priority: priorities.usual, letter });
}

/** Brings an account back that is leaving: everything is as it was, a suspension included. False where it is not leaving any more. */
async function comeBack(deps: Deps, userId: string, visit: Visit): Promise<boolean> {
  const { db, engine, now } = deps;
  const isBack = await transact(db, async (trx) => {
    await endSuspensionIfOver(trx, userId, now());
    if (!(await endDeparture(trx, engine, userId))) return false;
    await deleteTokens(trx, userId, ['return']);
    await noteEvent(trx, { userId, kind: 'came-back', visit, now: now() });
    return true;
  });
  // Open chats with the account open at once.
  if (isBack) deps.events.emit('contentChanged', { userIds: await connectedWith(db, userId) });
  return isBack;
}

/**
 * For a login that has proven to be the owner's. One to an account that is leaving brings it back. Throws a 403 where the
 * account is suspended: the answer is for the owner only, so that the code of a second factor, which has let the caller come
 * this far, is used up by it.
 */
export async function comeBackOrRefuse(deps: Deps, account: Credentials, req: Request, passed?: PassedCode) {
  const { suspension: mark, userId } = account;
  if (mark === undefined) return;
  const suspension = await findSuspension(deps.db, userId);
  if (suspension === undefined || !isSuspended({ suspension: { ...mark, ...suspension } }, deps.now())) {
    await comeBack(deps, userId, visitOf(req));
    return;
  }
  if (passed !== undefined) {
    await transact(deps.db, (trx) => passed.spend(trx));
    await passed.done();
  }
  refuseSuspended(deps, account);
}

/** Without a session, which nobody has whose account is leaving. It is there with every value of LEAVING_DAYS, which may have changed. */
export function returnRoute(deps: Deps): Route {
  return route({
    method: 'POST',
    path: '/leaving/return',
    summary: 'Brings an account back that is leaving, by the token of a mail: everything is as it was',
    access: 'public',
    body: linkTokenSchema,
    reply: messageSchema,
    async handle({ body, req }) {
      const token = await requireValid(deps, req, () => findToken(deps.db, body.token, ['return'], deps.now()));
      if (!(await comeBack(deps, token.user_id, visitOf(req)))) throw spentLink();
      return { message: 'Your account is back. Please log in.' };
    },
  });
}
