import { accountKey } from '#shared/account/account-key.ts';
import { loginSchema, signupReplySchema, signupSchema } from '#shared/api/account/auth.ts';
import { confirmOwnerSchema } from '#shared/api/account/totp.ts';
import { messageSchema } from '#shared/api/parts.ts';
import { ownUserSchema } from '#shared/api/users.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { askToVerify } from '../email/confirm-address.ts';
import { isAddressHeld } from '../email/links.ts';
import { tellOfNewDevice } from '../email/tell-owner.ts';
import { noteRefused } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { comeBackOrRefuse } from '../leaving/leave.ts';
import { createOwnUserReader } from '../people/people-store.ts';
import { createSecondFactorCheck } from '../totp/second-factor-check.ts';
import { type Credentials, findCredentials, insertUser } from './credential-store.ts';
import type { OwnerCheck } from './owner-check.ts';
import type { PasswordCheck } from './password-check.ts';
import { samplesMaySignIn, wrongCredentials } from './refusals.ts';
import { createSession, expireCookie, sessionFromCookie, setSessionCookie, startSession } from './session.ts';
import { deleteSession } from './session-store.ts';
import { beginSignup } from './signup-budget.ts';

const route = routesOf({ tag: 'auth' });
const accountRoute = routesOf({ tag: 'account', capability: 'account' });

export function authRoutes(deps: Deps, passwords: PasswordCheck): Route[] {
  const readOwnUser = createOwnUserReader(deps);
  const checkCode = createSecondFactorCheck(deps, passwords.devices);
  const mayLogIn = (account: Credentials) => !account.isSample || samplesMaySignIn(deps.config);
  return [
    route({
      method: 'POST',
      path: '/signup',
      summary: 'Creates an account and logs it in',
      access: 'public',
      body: signupSchema,
      reply: signupReplySchema,
      async handle({ body, req, res }) {
        await passwords.refuseGuessable(body.password, body, 'password');
        const attempt = await beginSignup(deps, req);
        const passwordHash = await passwords.hash(body.password, req, res).catch(async (error: unknown) => {
          await attempt.undo();
          throw error;
        });
        const signedUp = await transact(deps.db, async (trx) => {
          const now = deps.now();
          const isUnverified = deps.mail.mode !== 'none';
          if (await isAddressHeld(trx, accountKey(body.emailId), now)) return undefined;
          const userId = await insertUser(trx, { ...body, passwordHash, isUnverified, now });
          if (userId === undefined) return undefined;
          if (isUnverified) await askToVerify(trx, deps, { ...body, userId, passwordVersion: 1 });
          return {
            userId,
            device: { accountKey: accountKey(body.emailId), passwordVersion: 1, isUnverified },
            cookie: await createSession(trx, { userId, passwordVersion: 1, kind: 'signed-up' }, req, now),
          };
        });
        if (!signedUp)
          throw new ApiError('email_taken', 'There is an account with this email address already.', {
            fields: { emailId: 'There is an account with this email address already.' },
          });
        await attempt.made();
        setSessionCookie(deps, signedUp.cookie, req, res);
        passwords.devices.remember(req, res, signedUp.device);
        return { message: 'Welcome to DotCode.', data: { savedUser: await readOwnUser(signedUp.userId) } };
      },
    }),
    route({
      method: 'POST',
      path: '/login',
      summary: 'Logs in',
      access: 'public',
      body: loginSchema,
      reply: ownUserSchema,
      async handle({ body, req, res }) {
        const key = accountKey(body.emailId);
        const found = await findCredentials(deps.db, { accountKey: key });
        const { password } = body;
        const hash = found && mayLogIn(found) ? found.passwordHash : undefined;
        const right = await passwords.isRight({ accountKey: key, account: found, password, hash, req, res });
        if (found && !right) noteRefused(deps, found.userId, req, res);
        if (!found || !right) throw wrongCredentials();
        const passed = await checkCode(found, body.code, req, res);
        await comeBackOrRefuse(deps, found, req, passed);
        const isKnown = passwords.devices.isKnown(req, found);
        const begun = await startSession(deps, found, req, res, async (trx) => {
          await passed?.spend(trx);
          if (!isKnown) await tellOfNewDevice(trx, deps, found, visitOf(req));
        });
        if (!begun) throw wrongCredentials();
        await passed?.done();
        passwords.devices.remember(req, res, found);
        return readOwnUser(found.userId);
      },
    }),
    route({
      method: 'POST',
      path: '/signout',
      summary: 'Ends the session',
      access: 'public',
      reply: messageSchema,
      async handle({ req, res }) {
        const session = await sessionFromCookie(deps, req.headers.cookie);
        if (session && (await deleteSession(deps.db, session.userId, session.id)))
          deps.events.emit('sessionEnded', { sessionId: session.id, userId: session.userId });
        expireCookie(deps, req, res);
        return { message: 'You are logged out.' };
      },
    }),
  ];
}

export function confirmRoutes(owner: OwnerCheck): Route[] {
  return [
    accountRoute({
      method: 'POST',
      path: '/profile/confirm',
      summary: 'Confirms that the owner is there, for calls that change a way into the account in the next ten minutes',
      body: confirmOwnerSchema,
      reply: messageSchema,
      async handle({ viewer, body, req, res }) {
        await owner.byPassword({ viewer, req, res }, body, 'password');
        return { message: 'Thank you. For ten minutes nothing more is asked for.' };
      },
    }),
  ];
}
