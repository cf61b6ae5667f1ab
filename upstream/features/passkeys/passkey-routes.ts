import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Request } from 'express';
import { z } from 'zod';
import {
  addPasskeySchema,
  passkeyLoginSchema,
  passkeySchema,
  passkeysReplySchema,
  renamePasskeySchema,
} from '#shared/api/account/passkeys.ts';
import { messageSchema } from '#shared/api/parts.ts';
import { ownUserSchema } from '#shared/api/users.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, notFound, requireVerified, unauthenticated } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { networkOfCaller } from '../auth/caller.ts';
import { type Credentials, findCredentials } from '../auth/credential-store.ts';
import type { OwnerCheck } from '../auth/owner-check.ts';
import type { PasswordCheck } from '../auth/password-check.ts';
import { samplesMaySignIn } from '../auth/refusals.ts';
import { startSession, transactAsOwner } from '../auth/session.ts';
import { type About, passkeyAddedLetter, passkeyRemovedLetter } from '../email/sign-in-letters.ts';
import { noteSignInChange } from '../email/tell-owner.ts';
import { deviceName } from '../history/visit.ts';
import { comeBackOrRefuse } from '../leaving/leave.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { createOwnUserReader } from '../people/people-store.ts';
import { type Ceremonies, challengeMs, createCeremonies, createChallenges } from './ceremonies.ts';
import {
  claimChallenge,
  deletePasskey,
  findPasskey,
  insertPasskey,
  noteUse,
  passkeysOf,
  presentPasskey,
  renamePasskey,
} from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON of WebAuthn, for the browser. */
const ceremonyOptions = z.looseObject({ challenge: z.string() });

const route = routesOf({ tag: 'passkeys', capability: 'passkeys' });

export function passkeyRoutes(deps: Deps, party: RelyingParty, owner: OwnerCheck, { devices }: PasswordCheck): Route[] {
  const ceremonies = createCeremonies(party, createChallenges(deps.secret, deps.now));
  const readOwnUser = createOwnUserReader(deps);

  return [
    route({
      method: 'POST',
      path: '/passkeys/options',
      summary: 'What the browser needs to make a passkey',
      reply: ceremonyOptions,
      async handle({ viewer }) {
        requireVerified(viewer);
        const { userId, emailId, firstName, lastName } = await owner.recently(viewer);
        await requireRoom(deps.db, deps.quotas, 'passkeys', { userId });
        const named = { userId, emailId, displayName: `${firstName} ${lastName}`.trim() };
        return { ...(await ceremonies.creationOptions(named, await passkeysOf(deps.db, userId))) };
      },
    }),
    route({
      method: 'POST',
      path: '/passkeys',
      summary: 'Stores a passkey that the browser has made',
      body: addPasskeySchema,
      reply: passkeySchema,
      async handle({ viewer, body: { response, name }, req }) {
        requireVerified(viewer);
        const { userId, sessionId } = viewer;
        const account = await owner.recently(viewer);
        await requireRoom(deps.db, deps.quotas, 'passkeys', { userId });
        const made = await ceremonies.checkCreation(userId, response as Parameters<typeof ceremonies.checkCreation>[1]);
        if (made === undefined)
          throw new ApiError('invalid_request', 'This passkey could not be checked. Please try again.');
        const passkey = {
          user_id: userId,
          credential_id: made.credentialId,
          public_key: made.publicKey,
          counter: made.counter,
          transports: (response.response.transports ?? []).join(' '),
          name: name ?? deviceName(req.get('user-agent')),
        };
        const stored = await transactAsOwner(deps, account, sessionId, async (trx) => {
          const row = await insertPasskey(trx, passkey, deps.now());
          const write = (about: About) => passkeyAddedLetter(about, passkey.name);
          return (
            row && {
              row,
              notificationId: await noteSignInChange(trx, deps, { account, kind: 'passkey-added', req, write }),
            }
          );
        });
        if (stored === undefined) throw conflict('This passkey is stored already.');
        tellNotified(deps.events, stored.notificationId);
        return presentPasskey(stored.row);
      },
    }),
    route({
      method: 'GET',
      path: '/passkeys',
      summary: "The caller's passkeys",
      reply: passkeysReplySchema,
      async handle({ viewer }) {
        return { items: (await passkeysOf(deps.db, viewer.userId)).map(presentPasskey) };
      },
    }),
    route({
      method: 'PATCH',
      path: '/passkeys/:id',
      summary: "Renames one of the caller's passkeys",
      body: renamePasskeySchema,
      reply: passkeySchema,
      async handle({ viewer: { userId }, params: { id }, body: { name } }) {
        const row = await renamePasskey(deps.db, { id, userId, name });
        if (row === undefined) throw gone();
        return presentPasskey(row);
      },
    }),
    route({
      method: 'DELETE',
      path: '/passkeys/:id',
      summary: "Removes one of the caller's passkeys",
      reply: messageSchema,
      async handle({ viewer, params: { id }, req }) {
        const { userId, sessionId } = viewer;
        const account = await owner.recently(viewer);
        const removed = await transactAsOwner(deps, account, sessionId, async (trx) => {
          const name = await deletePasskey(trx, userId, id);
          if (name === undefined) return undefined;
          const write = (about: About) => passkeyRemovedLetter(about, name);
          return {
            notificationId: await noteSignInChange(trx, deps, { account, kind: 'passkey-removed', req, write }),
          };
        });
        if (removed === undefined) throw gone();
        tellNotified(deps.events, removed.notificationId);
        return { message: 'That passkey no longer opens your account.' };
      },
    }),
    route({
      method: 'POST',
      path: '/login/passkey/options',
      summary: 'What the browser needs to log in with a passkey',
      access: 'public',
      reply: ceremonyOptions,
      handle: async () => ({ ...(await ceremonies.requestOptions()) }),
    }),
    route({
      method: 'POST',
      path: '/login/passkey',
      summary: 'Logs in with a passkey',
      access: 'public',
      body: passkeyLoginSchema,
      reply: ownUserSchema,
      async handle({ body, req, res }) {
        const attempt = await deps.limits.take('proof-address', networkOfCaller(req));
        const account = await accountOf(deps, ceremonies, body.response as Parameters<typeof accountOf>[2], req);
        await attempt.giveBack();
        if (!(await startSession(deps, account, req, res))) throw unauthenticated();
        devices.remember(req, res, account);
        return readOwnUser(account.userId);
      },
    }),
  ];
}

function gone(): ApiError {
  return notFound('This passkey is not here any more.');
}

/** The account that a passkey opens. Throws a 401 for any answer that opens none. */
export async function accountOf(
  deps: Deps,
  ceremonies: Ceremonies,
  response: AuthenticationResponseJSON,
  req: Request,
): Promise<Credentials> {
  const passkey = await findPasskey(deps.db, response.id);
  const account = passkey && (await findCredentials(deps.db, { userId: passkey.user_id }));
  const answer = passkey && (await ceremonies.checkLogin(passkey, response));
  if (!passkey || !account || !answer) throw wrongPasskey();
  if (account.isSample && !samplesMaySignIn(deps.config)) throw wrongPasskey();
  const at = deps.now();
  // A challenge opens one session only.
  const isUsed = await transact(
    deps.db,
    async (trx) =>
      (await claimChallenge(trx, answer.challenge, at + challengeMs)) &&
      (await noteUse(trx, passkey, answer.counter, at)),
  );
  if (!isUsed) throw wrongPasskey();
  await comeBackOrRefuse(deps, account, req);
  return account;
}

function wrongPasskey(): ApiError {
  return new ApiError('wrong_credentials', 'This passkey does not open an account here. Log in with your password.');
}
