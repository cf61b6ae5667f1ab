import type { Request, Response } from 'express';
import type { z } from 'zod';
import {
  confirmTotpSchema,
  ownPasswordSchema,
  recoveryCodesReplySchema,
  secondFactorReplySchema,
  startTotpReplySchema,
} from '#shared/api/account/totp.ts';
import { messageSchema } from '#shared/api/parts.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, invalidFields, notFound, requireVerified, unauthenticated } from '#upstream/http/api-error.ts';
import { type Route, routesOf, type Viewer } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { type Credentials, findCredentials } from '../auth/credential-store.ts';
import type { OwnerCheck } from '../auth/owner-check.ts';
import { transactAsOwner } from '../auth/session.ts';
import { noteConfirmed } from '../auth/session-store.ts';
import { undoLink } from '../email/change-address.ts';
import {
  type About,
  recoveryCodesMadeLetter,
  secondFactorOffLetter,
  secondFactorOnLetter,
} from '../email/sign-in-letters.ts';
import { noteSignInChange } from '../email/tell-owner.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { newRecoveryCodes, readTypedCode, recoveryCodeHash } from './recovery-codes.ts';
import { wrongCodeWords } from './second-factor-check.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  findStarted,
  startSecondFactor,
  storeRecoveryCodes,
  switchOn,
} from './second-factor-store.ts';
import { createSealedSecrets, newTotpSecret, stepOfCode, totpUri } from './totp-secret.ts';

const route = routesOf({ tag: 'totp', capability: 'totp' });

/** Each call that changes something asks for the password again, or for a code of the app that was begun with it. */
export function totpRoutes(deps: Deps, owner: OwnerCheck): Route[] {
  const { db, engine } = deps;
  const secrets = createSealedSecrets(deps);

  async function storeNewCodes(trx: Trx, userId: string): Promise<string[] | undefined> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => recoveryCodeHash(userId, code));
    return (await storeRecoveryCodes(trx, engine, userId, hashes)) ? codes : undefined;
  }

  /** Changes a second factor that is on, with the password, and tells its owner. Throws a 404 where none is on. */
  async function changeFactor<Result>(
    caller: { viewer: Viewer; req: Request; res: Response },
    body: z.output<typeof ownPasswordSchema>,
    change: Pick<Parameters<typeof noteSignInChange>[2], 'kind' | 'write'>,
    work: (trx: Trx, userId: string) => Promise<Result | undefined | false>,
  ): Promise<Result> {
    const account = await owner.byPassword(caller, body, 'password');
    const done = await transactAsOwner(deps, account, caller.viewer.sessionId, async (trx) => {
      const result = await work(trx, account.userId);
      if (result === undefined || result === false) return undefined;
      return { result, notificationId: await noteSignInChange(trx, deps, { ...change, account, req: caller.req }) };
    });
    if (done === undefined) throw notFound('Two-step login is off.');
    tellNotified(deps.events, done.notificationId);
    return done.result;
  }

  /** The step of the first code. Throws a 422; wrong codes count, because a thief of the session could guess. */
  async function firstStep(secret: string | undefined, typed: string, userId: string): Promise<number> {
    const taken = await deps.limits.take('totp-start', userId);
    const code = readTypedCode(typed);
    const step =
      secret !== undefined && code?.kind === 'totp' ? await stepOfCode(secret, code.code, deps.now()) : undefined;
    if (step === undefined) throw invalidFields({ code: wrongCodeWords });
    await taken.giveBack();
    return step;
  }

  async function tellOn(trx: Trx, account: Credentials, req: Request): Promise<string | undefined> {
    // An address that was never confirmed may be a stranger's, who must not get a way into the account.
    const url = account.isUnverified || deps.mail.mode === 'none' ? undefined : await undoLink(trx, deps, account);
    const write = (about: About) => secondFactorOnLetter(about, url);
    return noteSignInChange(trx, deps, { account, kind: 'second-factor-on', req, write });
  }

  return [
    route({
      method: 'GET',
      path: '/totp',
      summary: 'Whether the login asks for a code, and how many recovery codes are left',
      reply: secondFactorReplySchema,
      async handle({ viewer: { userId } }) {
        const factor = await findSecondFactor(db, userId);
        if (factor === undefined) return { on: false, since: null, recoveryCodesLeft: 0 };
        const since = iso(factor.confirmed_at);
        return { on: true, since, recoveryCodesLeft: await countRecoveryCodes(db, userId) };
      },
    }),
    route({
      method: 'POST',
      path: '/totp/start',
      summary: 'Makes a secret for an app; nothing changes until it is confirmed',
      body: ownPasswordSchema,
      reply: startTotpReplySchema,
      async handle({ viewer, body, req, res }) {
        requireVerified(viewer);
        const account = await owner.byPassword({ viewer, req, res }, body, 'password');
        const { userId, emailId } = account;
        const secret = await newTotpSecret();
        const sealed = secrets.seal(userId, secret);
        if (
          !(await transactAsOwner(deps, account, viewer.sessionId, (trx) =>
            startSecondFactor(trx, { userId, sealed, now: deps.now() }),
          ))
        )
          throw conflict('Two-step login is on already. Switch it off first, to use another app.');
        return { uri: await totpUri(secret, emailId), secret };
      },
    }),
    route({
      method: 'POST',
      path: '/totp/confirm',
      summary: 'Switches the second factor on, by the first code of the app',
      body: confirmTotpSchema,
      reply: recoveryCodesReplySchema,
      async handle({ viewer, body, req }) {
        const { userId } = viewer;
        const [started, account] = [await findStarted(db, userId, deps.now()), await findCredentials(db, { userId })];
        if (account === undefined) throw unauthenticated();
        if (started === undefined) throw conflict('That took too long. Please begin again.');
        const step = await firstStep(secrets.open(userId, started.sealed_secret), body.code, userId);
        const done = await transactAsOwner(deps, account, viewer.sessionId, async (trx) => {
          const now = deps.now();
          if (!(await switchOn(trx, started, step, now))) return undefined;
          // The code was that of the new app.
          await noteConfirmed(trx, viewer.sessionId, now);
          const recoveryCodes = await storeNewCodes(trx, userId);
          return recoveryCodes && { recoveryCodes, notificationId: await tellOn(trx, account, req) };
        });
        if (done === undefined) throw conflict('That was begun again in another place. Please begin again.');
        tellNotified(deps.events, done.notificationId);
        return { recoveryCodes: done.recoveryCodes };
      },
    }),
    route({
      method: 'POST',
      path: '/totp/recovery-codes',
      summary: 'Makes new recovery codes, in place of the old ones',
      body: ownPasswordSchema,
      reply: recoveryCodesReplySchema,
      async handle({ viewer, body, req, res }) {
        const change = { kind: 'recovery-codes-made', write: recoveryCodesMadeLetter } as const;
        const recoveryCodes = await changeFactor({ viewer, req, res }, body, change, storeNewCodes);
        return { recoveryCodes };
      },
    }),
    route({
      method: 'DELETE',
      path: '/totp',
      summary: 'Switches the second factor off',
      body: ownPasswordSchema,
      reply: messageSchema,
      async handle({ viewer, body, req, res }) {
        const change = { kind: 'second-factor-off', write: secondFactorOffLetter } as const;
        await changeFactor({ viewer, req, res }, body, change, deleteSecondFactor);
        return { message: 'The login asks for your password only.' };
      },
    }),
  ];
}
