import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'express';
import { accountKey } from '#shared/account/account-key.ts';
import { forgotPasswordSchema, resetPasswordSchema } from '#shared/api/account/email.ts';
import { messageSchema } from '#shared/api/parts.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { networkOfCaller } from '../auth/caller.ts';
import { findCredentials, replacePassword } from '../auth/credential-store.ts';
import type { DeviceOwner } from '../auth/known-devices.ts';
import type { PasswordCheck } from '../auth/password-check.ts';
import { isSuspended, samplesMaySignIn } from '../auth/refusals.ts';
import { tellEnded } from '../auth/session.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { notify } from '../notifications/notification-store.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { confirmAddress, endEarlierAccess } from './confirm-address.ts';
import { resetLetter } from './letters.ts';
import {
  type AccountToken,
  deleteTokens,
  findToken,
  issueToken,
  requireValid,
  spendToken,
  spentLink,
} from './links.ts';
import { tellOfPassword } from './tell-owner.ts';

const route = routesOf({ tag: 'email', capability: 'password.reset' });

/** Longer than the work for a known address takes, so that the time of the answer does not tell it from others. */
const answerAfterMs = 400;

/** Only where the deployment sends mail. */
export function resetRoutes(deps: Deps, passwords: PasswordCheck): Route[] {
  const { db, limits, mail } = deps;

  async function sendLink(emailId: string, req: Request): Promise<void> {
    const key = accountKey(emailId);
    const account = await findCredentials(db, { accountKey: key });
    if (!(await hasMailsLeft(key, account, req))) return;
    if (!account || isSuspended(account, deps.now()) || (account.isSample && !samplesMaySignIn(deps.config))) return;
    await transact(db, async (trx) => {
      const asked = { purpose: 'reset', email: account.emailId, now: deps.now(), fromMail: true } as const;
      const token = await issueToken(trx, { ...account, ...asked });
      const letter = resetLetter(account.firstName, mail.link('/reset', token));
      await mail.queue(trx, { userId: account.userId, to: account.emailId, kind: 'password-reset', letter, token });
    });
  }

  /**
   * Also counted for addresses without an account. Refused in silence: 429 would tell of earlier calls of others.
   * Strangers take nothing from a device of the owner.
   */
  async function hasMailsLeft(key: string, account: DeviceOwner | undefined, req: Request): Promise<boolean> {
    const isKnown = passwords.devices.isKnown(req, account);
    try {
      await limits.take(isKnown ? 'reset-device' : 'reset-account', key);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate_limited') return false;
      throw error;
    }
  }

  async function replaceLostPassword(token: AccountToken, newHash: string, keepPasskeys: boolean, req: Request) {
    return transact(db, async (trx) => {
      const [now, visit] = [deps.now(), visitOf(req)];
      const account = await findCredentials(trx, { userId: token.user_id });
      if (!account || !(await spendToken(trx, token))) return undefined;
      const { userId } = account;
      const change = { userId, passwordVersion: token.password_version, newHash, now };
      if (!(await replacePassword(trx, change))) return undefined;
      // The link came to this address, so that it is the person's own.
      await confirmAddress(trx, userId, token.email_key);
      await deleteTokens(trx, userId, ['reset', 'change']);
      const ended = await deleteOtherSessions(trx, userId, null);
      await endEarlierAccess(trx, deps, account, { knowsPassword: true }, req);
      const removed = keepPasskeys ? 0 : await deletePasskeysOf(trx, userId);
      if (removed > 0) await noteEvent(trx, { userId, kind: 'passkey-removed', visit, now });
      await noteEvent(trx, { userId, kind: 'password-changed', visit, now });
      const notificationId = await notify(trx, { userId, kind: 'account', subject: 'password-changed', now });
      const renewed = { ...account, isUnverified: false, passwordVersion: token.password_version + 1 };
      await tellOfPassword(trx, deps, renewed, removed > 0);
      return { ended, notificationId };
    });
  }

  return [
    route({
      method: 'POST',
      path: '/password/forgot',
      summary: 'Sends a link for a new password, if the address has an account; the answer is always the same',
      access: 'public',
      status: 202,
      body: forgotPasswordSchema,
      reply: messageSchema,
      async handle({ body, req }) {
        await limits.take('mail-address', networkOfCaller(req));
        await Promise.all([sendLink(body.emailId, req), pause(answerAfterMs)]);
        return { message: 'If there is an account with this address, a mail is on its way.' };
      },
    }),
    route({
      method: 'POST',
      path: '/password/reset',
      summary: 'Sets a new password by the token of a link, and ends every session',
      access: 'public',
      body: resetPasswordSchema,
      reply: messageSchema,
      async handle({ body, req, res }) {
        const token = await requireValid(deps, req, () => findToken(db, body.token, ['reset'], deps.now()));
        const account = await findCredentials(db, { userId: token.user_id });
        if (!account || isSuspended(account, deps.now()) || account.passwordVersion !== token.password_version)
          throw spentLink();
        await passwords.refuseGuessable(body.newPassword, account, 'newPassword');
        const newHash = await passwords.hash(body.newPassword, req, res);
        const changed = await replaceLostPassword(token, newHash, body.keepPasskeys === true, req);
        if (!changed) throw spentLink();
        tellEnded(deps, account.userId, changed.ended);
        tellNotified(deps.events, changed.notificationId);
        return { message: 'Your password is changed. Please log in with it.' };
      },
    }),
  ];
}
