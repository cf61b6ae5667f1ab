import { accountKey } from '#shared/account/account-key.ts';
import type { MessageReply } from '#shared/api/auth.ts';
import { changeEmailSchema, undoEmailSchema, verifyEmailSchema } from '#shared/api/email.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, invalidFields, unauthenticated } from '#upstream/http/api-error.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { findCredentials } from '../auth/credential-store.ts';
import type { OwnPasswordCheck } from '../auth/own-password.ts';
import { sessionFromCookie } from '../auth/session.ts';
import { visitOf } from '../history/visit.ts';
import { asAddressTaken, askToChange, changeAddress, takeBack } from './change-address.ts';
import { requireValid, spentLink } from './mail-budgets.ts';
import { codeHash, deleteTokens, findToken, matchCode } from './token-store.ts';
import { askToVerify, codeKey, confirmAddress } from './verify-address.ts';

/** Only where the deployment sends mail. */
export function emailRoutes(deps: Deps, checkPassword: OwnPasswordCheck): Route[] {
  const { db, limits } = deps;

  async function verifyByCode(userId: string, code: string): Promise<void> {
    const taken = await limits.take('code-account', userId);
    const hash = codeHash(codeKey(deps.secret), userId, code);
    const confirmed = await transact(db, async (trx) => {
      const token = await matchCode(trx, { userId, hash, now: deps.now() });
      if (!token || !(await confirmAddress(trx, userId, token.email_key))) return false;
      await deleteTokens(trx, userId, ['verify']);
      return true;
    });
    if (!confirmed)
      throw invalidFields({ code: 'This is not the code of our newest mail. After five wrong ones, ask for another.' });
    await taken.giveBack();
  }

  return [
    defineRoute({
      method: 'POST',
      path: '/email/verify',
      summary: 'Confirms an address: by the token of a link, or by the code beside it in a session of the account',
      tag: 'email',
      access: 'public',
      capability: 'email.verify',
      body: verifyEmailSchema,
      async handle({ body, req }): Promise<MessageReply> {
        const { token: value, code = '' } = body;
        if (value === undefined) {
          const session = await sessionFromCookie(deps, req.headers.cookie);
          if (!session) throw unauthenticated();
          await verifyByCode(session.userId, code);
          return { message: 'Your address is confirmed.' };
        }
        const token = await requireValid(deps, req, () => findToken(db, value, ['verify', 'change'], deps.now()));
        const done = await transact(db, async (trx) => {
          if (token.purpose === 'change') return changeAddress(trx, { ...deps, visit: visitOf(req) }, token);
          if (!(await confirmAddress(trx, token.user_id, token.email_key))) return false;
          await deleteTokens(trx, token.user_id, ['verify']);
          return true;
        }).catch((error: unknown) => {
          throw asAddressTaken(error);
        });
        if (!done) throw spentLink();
        return {
          message: token.purpose === 'change' ? 'Your new address is confirmed.' : 'Your address is confirmed.',
        };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/email/verify/resend',
      summary: 'Sends the mail that confirms the caller’s address again',
      tag: 'email',
      access: 'session',
      capability: 'email.verify',
      status: 202,
      async handle({ viewer }): Promise<MessageReply> {
        const account = await findCredentials(db, { userId: viewer.userId });
        if (!account) throw unauthenticated();
        if (!account.isUnverified) throw conflict('Your address is confirmed already.');
        await limits.take('mail-account', account.accountKey);
        await transact(db, (trx) => askToVerify(trx, deps, account));
        return { message: 'A new mail is on its way.' };
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/profile/email',
      summary: 'Asks for another address, which the mail to it confirms; the old address is told',
      tag: 'email',
      access: 'session',
      capability: 'email.change',
      status: 202,
      body: changeEmailSchema,
      async handle({ viewer, body, req, res }): Promise<MessageReply> {
        const account = await checkPassword({ viewer, req, res }, body.password, 'password');
        const key = accountKey(body.emailId);
        if (key === account.accountKey) throw invalidFields({ emailId: 'This is your address already.' });
        await limits.take('mail-account', account.accountKey);
        await transact(db, (trx) => askToChange(trx, deps, account, { emailId: body.emailId, key }));
        return { message: 'Please open the mail that we have sent to the new address.' };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/email/undo',
      summary: 'Gives the account back to its old address, ends its sessions and voids its password',
      tag: 'email',
      access: 'public',
      capability: 'email.change',
      body: undoEmailSchema,
      async handle({ body, req }): Promise<MessageReply> {
        const token = await requireValid(deps, req, () => findToken(db, body.token, ['undo'], deps.now()));
        const ended = await transact(db, (trx) => takeBack(trx, { ...deps, visit: visitOf(req) }, token));
        if (!ended) throw spentLink();
        for (const sessionId of ended) deps.events.emit('sessionEnded', { sessionId, userId: token.user_id });
        return { message: 'Your account has its old address again. A mail for a new password is on its way.' };
      },
    }),
  ];
}
