import type { Request, Response } from 'express';
import { fewRecoveryCodes } from '#shared/account/recovery-codes.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { Credentials } from '../auth/credential-store.ts';
import type { KnownDevices } from '../auth/known-devices.ts';
import { codesRefusedLetter, recoveryCodeUsedLetter } from '../email/sign-in-letters.ts';
import { noteSignInChange } from '../email/tell-owner.ts';
import { noteRefused } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { type CodeAttempt, createCodeBudget } from './code-budget.ts';
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

type Spend = (trx: Trx) => Promise<boolean>;

export function createSecondFactorCheck(deps: Deps, devices: KnownDevices): SecondFactorCheck {
  const { db } = deps;
  const secrets = createSealedSecrets(deps);
  const budget = createCodeBudget(deps, devices);

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

  async function refuse(account: Credentials, attempt: CodeAttempt | undefined, req: Request, res: Response) {
    noteRefused(deps, account.userId, req, res, 'code-refused');
    if (attempt?.isLast !== true) return;
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
    const attempt = await budget.take(account, typed?.kind ?? 'recovery', req);
    const spend = typed && (await spendingOf(factor, typed));
    if (typed === undefined || spend === undefined) {
      await refuse(account, attempt, req, res);
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
