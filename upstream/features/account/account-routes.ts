import type { Request, Response } from 'express';
import { deleteAccountSchema } from '#shared/api/account.ts';
import { type MessageReply, passwordChangeSchema } from '#shared/api/auth.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { eraseLog } from '#upstream/db/erase-sqlite.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, unauthenticated } from '#upstream/http/api-error.ts';
import { defineRoute, type Route, type Viewer } from '#upstream/http/route.ts';
import { type Credentials, replacePassword } from '../auth/credential-store.ts';
import type { OwnPasswordCheck } from '../auth/own-password.ts';
import type { PasswordCheck } from '../auth/password-check.ts';
import { expireCookie, setSessionCookie } from '../auth/session.ts';
import { deleteOtherSessions, holdPassword, renewSession } from '../auth/session-store.ts';
import { replaceToken } from '../auth/session-turnover.ts';
import { passwordChangedLetter } from '../email/letters.ts';
import { noteEvent } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { notify } from '../notifications/notification-store.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { createOwnUserReader } from '../people/own-user.ts';
import { deleteAccount } from './account-store.ts';
import { createExport } from './export.ts';

type Caller = { viewer: Viewer; req: Request; res: Response };

export function accountRoutes(deps: Deps, passwords: PasswordCheck, checkPassword: OwnPasswordCheck): Route[] {
  const readOwnUser = createOwnUserReader(deps);
  const sendExport = createExport(deps);

  async function changePassword(trx: Trx, credentials: Credentials, newHash: string, { viewer, req }: Caller) {
    const { sessionId } = viewer;
    const { userId, passwordVersion } = credentials;
    const now = deps.now();
    if (!(await replacePassword(trx, { userId, passwordVersion, newHash, now }))) return undefined;
    const ended = await deleteOtherSessions(trx, userId, sessionId);
    await renewSession(trx, sessionId, passwordVersion + 1);
    await noteEvent(trx, { userId, kind: 'password-changed', visit: visitOf(req), now });
    const notificationId = await notify(trx, { userId, kind: 'account', subject: 'password-changed', now });
    const letter = passwordChangedLetter(credentials.firstName, deps.mail.site);
    await deps.mail.queue(trx, { userId, to: credentials.emailId, kind: 'password-changed', letter });
    return { ended, notificationId, cookie: await replaceToken(trx, sessionId, now) };
  }

  function tellEnded(userId: string, sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) deps.events.emit('sessionEnded', { sessionId, userId });
  }

  /** Called after the reply, because emptying the write-ahead log waits for the disk. */
  async function forgetErased(): Promise<void> {
    try {
      if (!(await eraseLog(deps))) deps.log.warn('the write-ahead log is in use: erased texts stay in it for now');
    } catch (error) {
      deps.log.warn({ err: error }, 'the write-ahead log could not be emptied after an erasure');
    }
  }

  return [
    defineRoute({
      method: 'PATCH',
      path: '/profile/password',
      summary: "Changes the password and ends the person's other sessions",
      tag: 'account',
      access: 'session',
      body: passwordChangeSchema,
      async handle({ viewer, body, req, res }): Promise<MessageReply> {
        const credentials = await checkPassword({ viewer, req, res }, body.currentPassword, 'currentPassword');
        await passwords.refuseGuessable(body.newPassword, credentials, 'newPassword');
        const newHash = await passwords.hash(body.newPassword, req, res);
        const changed = await transact(deps.db, (trx) =>
          changePassword(trx, credentials, newHash, { viewer, req, res }),
        );
        if (!changed) throw conflict('The password was changed a moment ago.');
        tellEnded(viewer.userId, changed.ended);
        tellNotified(deps.events, changed.notificationId);
        if (changed.cookie) setSessionCookie(deps, changed.cookie, req, res);
        return { message: 'Your password is changed. Your other devices are logged out.' };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/profile/export',
      summary: 'Everything that is stored about the caller, as one JSON file',
      tag: 'account',
      access: 'session',
      capability: 'account',
      async handle({ viewer, req, res }): Promise<undefined> {
        const { userId } = viewer;
        if (req.method !== 'HEAD')
          await noteEvent(deps.db, { userId, kind: 'exported', visit: visitOf(req), now: deps.now() });
        await sendExport(await readOwnUser(viewer.userId), res);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/profile',
      summary: 'Deletes the account; messages to others stay, without a name',
      tag: 'account',
      access: 'session',
      capability: 'account',
      body: deleteAccountSchema,
      async handle({ viewer, body, req, res }): Promise<MessageReply> {
        const { passwordVersion, accountKey } = await checkPassword({ viewer, req, res }, body.password, 'password');
        const ended = await transact(deps.db, async (trx) =>
          (await holdPassword(trx, deps.engine, viewer.userId, passwordVersion))
            ? deleteAccount(trx, viewer.userId, deps.now())
            : undefined,
        );
        if (!ended) throw unauthenticated();
        tellEnded(viewer.userId, ended);
        deps.events.emit('accountDeleted', { userId: viewer.userId });
        void forgetErased();
        await passwords.devices.forget(req, res, accountKey);
        expireCookie(deps, req, res);
        return { message: 'Your account is deleted.' };
      },
    }),
  ];
}
