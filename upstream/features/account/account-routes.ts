import type { Request, Response } from 'express';
import { type DeleteReply, deleteAccountSchema, deleteReplySchema } from '#shared/api/account/account.ts';
import { passwordChangeSchema } from '#shared/api/account/auth.ts';
import { messageSchema } from '#shared/api/parts.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, unauthenticated } from '#upstream/http/api-error.ts';
import { type Route, routesOf, type Viewer } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { type Credentials, replacePassword } from '../auth/credential-store.ts';
import type { OwnerCheck } from '../auth/owner-check.ts';
import type { PasswordCheck } from '../auth/password-check.ts';
import { expireCookie, setSessionCookie, tellEnded, transactAsOwner } from '../auth/session.ts';
import { replaceSessions } from '../auth/session-store.ts';
import { tellOfPassword } from '../email/tell-owner.ts';
import { noteEvent } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { leave } from '../leaving/leave.ts';
import { notify } from '../notifications/notification-store.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { createOwnUserReader } from '../people/people-store.ts';
import { connectedWith } from '../requests/relations.ts';
import { eraseAccount, forgetErased } from './erase-account.ts';
import { createExport, exportSchema } from './export.ts';

const route = routesOf({ tag: 'account' });

type Caller = { viewer: Viewer; req: Request; res: Response };

export function accountRoutes(deps: Deps, passwords: PasswordCheck, owner: OwnerCheck): Route[] {
  const readOwnUser = createOwnUserReader(deps);
  const sendExport = createExport(deps);

  async function changePassword(trx: Trx, credentials: Credentials, newHash: string, { viewer, req }: Caller) {
    const { sessionId } = viewer;
    const { userId, passwordVersion } = credentials;
    const now = deps.now();
    if (!(await replacePassword(trx, { userId, passwordVersion, newHash, now }))) return undefined;
    const replaced = await replaceSessions(trx, { userId, sessionId, passwordVersion: passwordVersion + 1 }, now);
    if (replaced === undefined) throw unauthenticated();
    await noteEvent(trx, { userId, kind: 'password-changed', visit: visitOf(req), now });
    const notificationId = await notify(trx, { userId, kind: 'account', subject: 'password-changed', now });
    await tellOfPassword(trx, deps, { ...credentials, passwordVersion: passwordVersion + 1 });
    return { ...replaced, notificationId };
  }

  return [
    route({
      method: 'PATCH',
      path: '/profile/password',
      summary: "Changes the password and ends the person's other sessions",
      body: passwordChangeSchema,
      reply: messageSchema,
      async handle({ viewer, body, req, res }) {
        const typed = { password: body.currentPassword };
        const credentials = await owner.byPassword({ viewer, req, res }, typed, 'currentPassword');
        await passwords.refuseGuessable(body.newPassword, credentials, 'newPassword');
        const newHash = await passwords.hash(body.newPassword, req, res);
        const changed = await transact(deps.db, (trx) =>
          changePassword(trx, credentials, newHash, { viewer, req, res }),
        );
        if (!changed) throw conflict('The password was changed a moment ago.');
        tellEnded(deps, viewer.userId, changed.ended);
        tellNotified(deps.events, changed.notificationId);
        setSessionCookie(deps, changed, req, res);
        // After the reply, with whose cookie the owner's own pages connect again.
        const { sessionId } = viewer;
        res.once('close', () => deps.events.emit('sessionReplaced', { sessionId }));
        const renewed = { ...credentials, passwordVersion: credentials.passwordVersion + 1 };
        passwords.devices.remember(req, res, renewed);
        return { message: 'Your password is changed. Your other devices are logged out.' };
      },
    }),
    route({
      method: 'GET',
      path: '/profile/export',
      summary: 'Everything that is stored about the caller, as one JSON file',
      capability: 'account',
      reply: exportSchema,
      async handle({ viewer, req, res }) {
        const { userId } = viewer;
        if (req.method !== 'HEAD')
          await noteEvent(deps.db, { userId, kind: 'exported', visit: visitOf(req), now: deps.now() });
        await sendExport(await readOwnUser(viewer.userId), res);
      },
    }),
    route({
      method: 'DELETE',
      path: '/profile',
      summary: 'Deletes the account, after some days in which its owner may come back',
      capability: 'account',
      body: deleteAccountSchema,
      reply: deleteReplySchema,
      async handle({ viewer, body, req, res }): Promise<DeleteReply> {
        const account = await owner.byPassword({ viewer, req, res }, body, 'password');
        const left = await transactAsOwner(deps, account, viewer.sessionId, async (trx) => {
          const connectedIds = await connectedWith(trx, viewer.userId);
          if (deps.config.leavingDays > 0) {
            const begun = await leave(trx, deps, account, visitOf(req));
            return begun && { ...begun, connectedIds };
          }
          const ended = await eraseAccount(trx, deps, { userId: viewer.userId, now: deps.now() });
          return ended && { ended, connectedIds, eraseAt: undefined };
        });
        if (!left) throw unauthenticated();
        tellEnded(deps, viewer.userId, left.ended);
        deps.events.emit('contentChanged', { userIds: left.connectedIds });
        expireCookie(deps, req, res);
        if (left.eraseAt !== undefined)
          return {
            state: 'leaving',
            message: 'Your account is hidden from everybody.',
            eraseAt: iso(left.eraseAt),
          };
        void forgetErased(deps);
        passwords.devices.forget(req, res, account.accountKey);
        return { state: 'deleted', message: 'Your account is deleted.' };
      },
    }),
  ];
}
