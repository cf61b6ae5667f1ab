import type { Request } from 'express';
import { eraseNowSchema, leavingTokenSchema, leavingViewSchema, leftReplySchema } from '#shared/api/leaving.ts';
import { messageSchema } from '#shared/api/parts.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { invalidFields } from '#upstream/http/api-error.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { forgetErased } from '../account/forget-erased.ts';
import { findCredentials } from '../auth/credential-store.ts';
import type { PasswordCheck } from '../auth/password-check.ts';
import { expireCookie } from '../auth/session.ts';
import { requireValid, spentLink } from '../email/mail-budgets.ts';
import { type AccountToken, deleteTokens, findToken, spendToken, type TokenPurpose } from '../email/token-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { noteRefused } from '../history/note-refused.ts';
import { visitOf } from '../history/visit.ts';
import { connectedWith } from '../requests/relations.ts';
import { endDeparture, findDeparture } from './departure-store.ts';
import { eraseLeaving } from './erase-due.ts';
import { leave } from './leave.ts';

const returning: readonly TokenPurpose[] = ['return', 'return-now'];

/**
 * Leaving, and coming back, with a token: nobody who leaves has a session. `DELETE /profile` begins it. Accounts that are
 * leaving come back also where LEAVING_DAYS has become 0, with which others are erased at once.
 */
export function leavingRoutes(deps: Deps, passwords: PasswordCheck): Route[] {
  const { db, engine } = deps;
  const common = { tag: 'account', access: 'public', method: 'POST' } as const;

  const tokenFor = (req: Request, value: string, purposes: readonly TokenPurpose[]): Promise<AccountToken> =>
    requireValid(deps, req, () => findToken(db, value, purposes, deps.now()));

  /** Open chats with the account close or open at once. */
  async function tellThoseConnected(userId: string): Promise<void> {
    deps.events.emit('contentChanged', { userIds: await connectedWith(db, userId) });
  }

  return [
    defineRoute({
      ...common,
      path: '/leaving/view',
      summary: 'What a link is good for: to leave, or to come back',
      body: leavingTokenSchema,
      reply: leavingViewSchema,
      async handle({ body, req }) {
        const token = await tokenFor(req, body.token, ['leave', ...returning]);
        const departure = await findDeparture(db, token.user_id);
        if (token.purpose === 'leave' && departure === undefined)
          return { state: 'asked' as const, days: deps.config.leavingDays };
        if (token.purpose === 'leave' || departure === undefined) throw spentLink();
        return { state: 'leaving' as const, eraseAt: iso(departure.erase_at) };
      },
    }),
    defineRoute({
      ...common,
      path: '/leaving/confirm',
      summary: 'Begins to leave, by the token of a link: the account is hidden and logged out everywhere',
      body: leavingTokenSchema,
      reply: leftReplySchema,
      async handle({ body, req, res }) {
        const token = await tokenFor(req, body.token, ['leave']);
        const begun = await transact(db, async (trx) => {
          const account = await findCredentials(trx, { userId: token.user_id });
          // A change of the password or the address ends the question.
          if (!account || account.passwordVersion !== token.password_version) return undefined;
          if (account.accountKey !== token.email_key || !(await spendToken(trx, token))) return undefined;
          return leave(trx, deps, account, visitOf(req));
        });
        if (!begun) throw spentLink();
        await tellThoseConnected(token.user_id);
        for (const sessionId of begun.ended) deps.events.emit('sessionEnded', { sessionId, userId: token.user_id });
        expireCookie(deps, req, res);
        const eraseAt = iso(begun.eraseAt);
        return { message: 'Your account is hidden from everybody.', eraseAt };
      },
    }),
    defineRoute({
      ...common,
      path: '/leaving/return',
      summary: 'Brings an account back that is leaving: everything is as it was',
      body: leavingTokenSchema,
      reply: messageSchema,
      async handle({ body, req }) {
        const token = await tokenFor(req, body.token, returning);
        const isBack = await transact(db, async (trx) => {
          if (!(await endDeparture(trx, engine, token.user_id))) return false;
          await deleteTokens(trx, token.user_id, ['leave', ...returning]);
          const visit = visitOf(req);
          await noteEvent(trx, { userId: token.user_id, kind: 'came-back', visit, now: deps.now() });
          return true;
        });
        if (!isBack) throw spentLink();
        await tellThoseConnected(token.user_id);
        return { message: 'Your account is back. Please log in.' };
      },
    }),
    defineRoute({
      ...common,
      path: '/leaving/erase',
      summary: 'Erases an account that is leaving at once',
      body: eraseNowSchema,
      reply: messageSchema,
      async handle({ body, req, res }) {
        const token = await tokenFor(req, body.token, returning);
        const userId = token.user_id;
        const account = await findCredentials(db, { userId });
        if (!account || account.passwordHash === null) throw spentLink();
        const { accountKey, passwordHash: hash } = account;
        if (!(await passwords.isRight({ accountKey, account, password: body.password, hash, req, res }))) {
          noteRefused(deps, userId, req, res);
          throw invalidFields({ password: 'This is not your password.' });
        }
        const leftBy = Number.POSITIVE_INFINITY;
        if (!(await eraseLeaving(deps, { userId, now: deps.now(), leftBy }))) throw spentLink();
        void forgetErased(deps);
        await passwords.devices.forget(req, res, accountKey);
        return { message: 'Your account is erased.' };
      },
    }),
  ];
}
