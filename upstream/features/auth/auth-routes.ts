import { accountKey } from '#shared/account-key.ts';
import { type LoginReply, loginSchema, type MessageReply, type SignupReply, signupSchema } from '#shared/api/auth.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { createOwnUserReader } from '../people/own-user.ts';
import { findCredentials, insertUser } from './credential-store.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { createSession, expireCookie, sessionFromCookie, setSessionCookie, startSession } from './session.ts';
import { deleteSession } from './session-store.ts';

export function authRoutes(deps: Deps): Route[] {
  const readOwnUser = createOwnUserReader(deps);
  return [
    defineRoute({
      method: 'POST',
      path: '/signup',
      summary: 'Creates an account and logs it in',
      tag: 'auth',
      access: 'public',
      body: signupSchema,
      async handle({ body, req, res }): Promise<SignupReply> {
        const passwordHash = await hashPassword(body.password);
        const signedUp = await transact(deps.db, async (trx) => {
          const now = deps.now();
          const userId = await insertUser(trx, { ...body, passwordHash, now });
          return userId && { userId, cookie: await createSession(trx, { userId, passwordVersion: 1 }, req, now) };
        });
        if (!signedUp)
          throw new ApiError('email_taken', 'There is an account with this e-mail address already.', {
            fields: { emailId: 'There is an account with this e-mail address already.' },
          });
        setSessionCookie(deps, signedUp.cookie, req, res);
        return { message: 'Welcome to DotCode.', data: { savedUser: await readOwnUser(signedUp.userId) } };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/login',
      summary: 'Logs in',
      tag: 'auth',
      access: 'public',
      body: loginSchema,
      async handle({ body, req, res }): Promise<LoginReply> {
        const found = await findCredentials(deps.db, { accountKey: accountKey(body.emailId) });
        // Without an account a dummy hash is compared, so that the answer takes the same time.
        const right = await verifyPassword(body.password, found?.passwordHash);
        if (!found || !right || !(await startSession(deps, found, req, res))) throw wrongCredentials();
        return readOwnUser(found.userId);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/signout',
      summary: 'Ends the session',
      tag: 'auth',
      access: 'public',
      async handle({ req, res }): Promise<MessageReply> {
        const session = await sessionFromCookie(deps, req.headers.cookie);
        if (session && (await deleteSession(deps.db, session.userId, session.id)))
          deps.events.emit('sessionEnded', { sessionId: session.id, userId: session.userId });
        expireCookie(deps, req, res);
        return { message: 'You are logged out.' };
      },
    }),
  ];
}

function wrongCredentials(): ApiError {
  return new ApiError('wrong_credentials', 'The e-mail address or the password is wrong.');
}
