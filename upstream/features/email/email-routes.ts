import type { Request, Response } from 'express';
import { accountKey } from '#shared/account/account-key.ts';
import {
  changeEmailSchema,
  linkTokenSchema,
  verifyEmailReplySchema,
  verifyEmailSchema,
} from '#shared/api/account/email.ts';
import { messageSchema } from '#shared/api/parts.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, invalidFields, unauthenticated } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { findCredentials } from '../auth/credential-store.ts';
import type { OwnerCheck } from '../auth/owner-check.ts';
import type { PasswordCheck } from '../auth/password-check.ts';
import { sessionFromCookie, tellEnded, transactAsOwner } from '../auth/session.ts';
import { noteRefused } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { asAddressTaken, askToChange, changeAddress, takeBack } from './change-address.ts';
import {
  askToVerify,
  type Claim,
  codeKey,
  confirmAddress,
  type EndedAccess,
  endEarlierAccess,
} from './confirm-address.ts';
import { type AccountToken, codeHash, deleteTokens, findToken, matchCode, requireValid, spentLink } from './links.ts';

const route = routesOf({ tag: 'email' });

/** Only where the deployment sends mail. */
export function emailRoutes(deps: Deps, passwords: PasswordCheck, owner: OwnerCheck): Route[] {
  const { db, limits } = deps;

  async function verifyByCode(userId: string, sessionId: string, code: string, req: Request): Promise<void> {
    const taken = await limits.take('code-account', userId);
    const hash = codeHash(codeKey(deps.secret), userId, code);
    const ended = await transact(db, async (trx) => {
      const token = await matchCode(trx, { userId, hash, now: deps.now() });
      return token && confirm(trx, token, { sessionId, knowsPassword: true }, req);
    });
    if (!ended)
      throw invalidFields({ code: 'This is not the code of our newest mail. After five wrong ones, ask for another.' });
    await taken.giveBack();
    tellEnded(deps, userId, ended.sessions);
  }

  /** Undefined where the account has another address by now. */
  async function confirm(trx: Trx, token: AccountToken, claim: Claim, req: Request): Promise<EndedAccess | undefined> {
    const userId = token.user_id;
    const account = await findCredentials(trx, { userId });
    if (!account || !(await confirmAddress(trx, userId, token.email_key))) return undefined;
    await deleteTokens(trx, userId, ['verify']);
    return endEarlierAccess(trx, deps, account, claim, req);
  }

  async function change(trx: Trx, token: AccountToken, claim: Claim, req: Request): Promise<EndedAccess | undefined> {
    const account = await changeAddress(trx, { ...deps, visit: visitOf(req) }, token);
    return account && endEarlierAccess(trx, deps, account, claim, req);
  }

  /** By the session of the browser in which the link was opened, or by the password that was typed beside it. */
  async function claimOf(userId: string, password: string | undefined, req: Request, res: Response): Promise<Claim> {
    const session = await sessionFromCookie(deps, req.headers.cookie);
    if (session?.userId === userId) return { sessionId: session.id, knowsPassword: true };
    const account = password === undefined ? undefined : await findCredentials(db, { userId });
    if (account === undefined || password === undefined) return { knowsPassword: false };
    const { accountKey, passwordHash: hash } = account;
    if (!(await passwords.isRight({ accountKey, account, password, hash, req, res }))) {
      noteRefused(deps, userId, req, res);
      throw invalidFields({ password: 'This is not the password of this account.' });
    }
    return { knowsPassword: true };
  }

  /** The device of the session that confirms stays known: what devices were known by has changed. */
  async function rememberDevice(userId: string, req: Request, res: Response): Promise<void> {
    const account = await findCredentials(db, { userId });
    if (account !== undefined) passwords.devices.remember(req, res, account);
  }

  return [
    route({
      method: 'POST',
      path: '/email/verify',
      summary: 'Confirms an address: by the token of a link, or by the code beside it in a session of the account',
      access: 'public',
      capability: 'email.verify',
      body: verifyEmailSchema,
      reply: verifyEmailReplySchema,
      async handle({ body, req, res }) {
        const { token: value, code = '', password } = body;
        if (value === undefined) {
          const session = await sessionFromCookie(deps, req.headers.cookie);
          if (!session) throw unauthenticated();
          await verifyByCode(session.userId, session.id, code, req);
          await rememberDevice(session.userId, req, res);
          return { message: 'Your address is confirmed.' };
        }
        const token = await requireValid(deps, req, () => findToken(db, value, ['verify', 'change'], deps.now()));
        const claim = await claimOf(token.user_id, password, req, res);
        const ended = await transact(db, (trx) =>
          token.purpose === 'change' ? change(trx, token, claim, req) : confirm(trx, token, claim, req),
        ).catch((error: unknown) => {
          throw asAddressTaken(error);
        });
        if (!ended) throw spentLink();
        tellEnded(deps, token.user_id, ended.sessions);
        if (claim.sessionId !== undefined) await rememberDevice(token.user_id, req, res);
        const message = token.purpose === 'change' ? 'Your new address is confirmed.' : 'Your address is confirmed.';
        if (ended.reset === undefined) return { message };
        return { message: `${message} Please choose a new password now.`, reset: ended.reset };
      },
    }),
    route({
      method: 'POST',
      path: '/email/verify/resend',
      summary: 'Sends the mail that confirms the caller’s address again',
      capability: 'email.verify',
      status: 202,
      reply: messageSchema,
      async handle({ viewer }) {
        const account = await findCredentials(db, { userId: viewer.userId });
        if (!account) throw unauthenticated();
        if (!account.isUnverified) throw conflict('Your address is confirmed already.');
        await limits.take('mail-account', account.accountKey);
        await transact(db, (trx) => askToVerify(trx, deps, account));
        return { message: 'A new mail is on its way.' };
      },
    }),
    route({
      method: 'PATCH',
      path: '/profile/email',
      summary: 'Asks for another address, which the mail to it confirms; the old address is told',
      capability: 'email.change',
      status: 202,
      body: changeEmailSchema,
      reply: messageSchema,
      async handle({ viewer, body, req, res }) {
        const account = await owner.byPassword({ viewer, req, res }, body, 'password');
        const key = accountKey(body.emailId);
        if (key === account.accountKey) throw invalidFields({ emailId: 'This is your address already.' });
        await limits.take('mail-account', account.accountKey);
        await transactAsOwner(deps, account, viewer.sessionId, (trx) =>
          askToChange(trx, deps, account, { emailId: body.emailId, key }),
        );
        return { message: 'Please open the mail that we have sent to the new address.' };
      },
    }),
    route({
      method: 'POST',
      path: '/email/undo',
      summary: 'Gives the account back to its old address, ends its sessions and voids its password',
      access: 'public',
      capability: 'email.change',
      body: linkTokenSchema,
      reply: messageSchema,
      async handle({ body, req }) {
        const token = await requireValid(deps, req, () => findToken(db, body.token, ['undo'], deps.now()));
        const ended = await transact(db, (trx) => takeBack(trx, { ...deps, visit: visitOf(req) }, token));
        if (!ended) throw spentLink();
        tellEnded(deps, token.user_id, ended);
        return { message: 'Your account has its old address again. A mail for a new password is on its way.' };
      },
    }),
  ];
}
