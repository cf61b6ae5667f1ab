import type { Request, Response } from 'express';
import { fewRecoveryCodes } from '#shared/account/recovery-codes.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { networkOfCaller } from '../auth/caller.ts';
import type { Credentials } from '../auth/credential-store.ts';
import type { KnownDevices } from '../auth/known-devices.ts';
import { codesRefusedLetter, recoveryCodeUsedLetter } from '../email/sign-in-letters.ts';
import { noteSignInChange } from '../email/tell-owner.ts';
import { noteRefused } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { readTypedCode, recoveryCodeHash } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  findSecondFactor,
  hasRecoveryCode,
  type SecondFactor,
  spendRecoveryCode,
  spendStep,
} from './second-factor-store.ts';
import { createSealedSecrets, stepOfCode } from './totp-secret.ts';

/** A code that fits. */
export interface PassedCode {
  /** Uses it up, in the transaction that opens the session or refuses it. Throws where another login was faster. */
  spend(trx: Trx): Promise<void>;
  /** Called after the commit. */
  done(): Promise<void>;
}

/**
 * Checks the code of a login whose password was right. Undefined where the account has no second factor; throws a 401
 * where the code is missing or wrong.
 */
export type SecondFactorCheck = (
  account: Credentials,
  typed: string | undefined,
  req: Request,
  res: Response,
) => Promise<PassedCode | undefined>;

/** The points that a code under way has taken. */
interface CodeAttempt {
  /** Six digits are not taken again before the budget is renewed. */
  isLast: boolean;
  giveBack(): Promise<void>;
}

type Spend = (trx: Trx) => Promise<boolean>;

export function createSecondFactorCheck(deps: Deps, devices: KnownDevices): SecondFactorCheck {
  const { db } = deps;
  const secrets = createSealedSecrets(deps);

  /** How to use the code up, where it fits. */
  async function spendingOf(factor: SecondFactor, typed: NonNullable<TypedCode>): Promise<Spend | undefined> {
    const { user_id: userId } = factor;
    if (typed.kind === 'recovery') {
      const hash = recoveryCodeHash(userId, typed.code);
      return (await hasRecoveryCode(db, userId, hash)) ? (trx) => spendRecoveryCode(trx, userId, hash) : undefined;
    }
    const secret = secrets.open(userId, factor.sealed_secret);
    if (secret === undefined) {
      deps.log.warn(
        'the secret of a second factor was sealed with another SECRET: only recovery codes open the account',
      );
      return undefined;
    }
    const step = await stepOfCode(secret, typed.code, deps.now());
    return step !== undefined && step > factor.last_step ? (trx) => spendStep(trx, factor, step) : undefined;
  }

  /**
   * Counts a code when it is checked; a right one gives its points back. Six digits have few points a day, so that nobody
   * guesses them. Recovery codes cannot be guessed, and are counted by network only: they stay a way in when somebody who
   * knows the password has used up the digits.
   */
  async function takePoints(account: Credentials, kind: 'totp' | 'recovery', req: Request): Promise<CodeAttempt> {
    const isKnown = devices.isKnown(req, account);
    const isByNetwork = kind === 'recovery' || !isKnown;
    const taken = isByNetwork ? [await deps.limits.take('proof-address', networkOfCaller(req))] : [];
    const giveBack = async () => {
      for (const one of taken) await one.giveBack();
    };
    if (kind === 'recovery') return { isLast: false, giveBack };
    try {
      const own = await deps.limits.take(isKnown ? 'totp-device' : 'totp-account', account.accountKey);
      taken.push(own);
      return { isLast: own.left === 0, giveBack };
    } catch (error) {
      await giveBack();
      throw withOtherWay(error);
    }
  }

  async function refuse(account: Credentials, isLast: boolean, req: Request, res: Response) {
    noteRefused(deps, account.userId, req, res, 'code-refused');
    if (!isLast) return;
    const letter = codesRefusedLetter({ name: account.firstName, visit: visitOf(req), site: deps.mail.site });
    const { userId, emailId: to } = account;
    await transact(db, (trx) => deps.mail.queue(trx, { userId, to, kind: 'codes-refused', letter }));
  }

  async function noteRecovery(trx: Trx, account: Credentials, req: Request): Promise<string | undefined> {
    const left = await countRecoveryCodes(trx, account.userId);
    const isFew = left <= fewRecoveryCodes;
    return noteSignInChange(trx, deps, {
      account,
      kind: isFew ? 'recovery-codes-few' : 'recovery-code-used',
      req,
      write: (told) => recoveryCodeUsedLetter(told, left, isFew),
    });
  }

  return async (account, text, req, res) => {
    const factor = await findSecondFactor(db, account.userId);
    if (factor === undefined) return undefined;
    if (text === undefined) throw codeRequired();
    const typed = readTypedCode(text);
    const attempt = await takePoints(account, typed?.kind ?? 'recovery', req);
    const spend = typed && (await spendingOf(factor, typed));
    if (typed === undefined || spend === undefined) {
      await refuse(account, attempt.isLast, req, res);
      throw wrongCode();
    }
    let notificationId: string | undefined;
    return {
      async spend(trx) {
        if (!(await spend(trx))) throw wrongCode();
        if (typed.kind === 'recovery') notificationId = await noteRecovery(trx, account, req);
      },
      async done() {
        await attempt.giveBack();
        tellNotified(deps.events, notificationId);
      },
    };
  };
}

type TypedCode = ReturnType<typeof readTypedCode>;

function codeRequired(): ApiError {
  return new ApiError('second_factor_required', 'Type the code from your app, or a recovery code.');
}

export const wrongCodeWords = 'This code is not right, or was used already. Wait for the next one.';

function wrongCode(): ApiError {
  return new ApiError('wrong_credentials', wrongCodeWords, { fields: { code: wrongCodeWords } });
}

function withOtherWay(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited') return error;
  const { headers, message } = error;
  return new ApiError('rate_limited', `${message} A recovery code works now.`, { headers });
}
