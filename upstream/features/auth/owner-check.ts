import type { Request, Response } from 'express';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, confirmationRequired, invalidFields, unauthenticated } from '#upstream/http/api-error.ts';
import type { Viewer } from '#upstream/http/route.ts';
import { noteRefused } from '../history/history-store.ts';
import { createSecondFactorCheck } from '../totp/second-factor-check.ts';
import { findSecondFactor } from '../totp/second-factor-store.ts';
import { type Credentials, findCredentials } from './credential-store.ts';
import type { PasswordCheck } from './password-check.ts';
import { confirmedAt, noteConfirmed } from './session-store.ts';

type Caller = { viewer: Viewer; req: Request; res: Response };

/**
 * For calls of a session that change a way into the account: a stolen session must not be enough. Both checks return
 * the caller's credentials.
 */
export interface OwnerCheck {
  /**
   * The password was typed again. Throws a 422 on `field` where it is wrong. Where there is a second factor, its code
   * is asked for, too, unless the login or a confirmation of the last minutes had it. Notes that the owner is there.
   */
  byPassword(
    caller: Caller,
    typed: { password: string; code?: string | undefined },
    field: string,
  ): Promise<Credentials>;
  /** The owner has logged in, or has confirmed with `POST /profile/confirm`, in the last minutes. */
  recently(viewer: Viewer): Promise<Credentials>;
}

/** How long a login or a confirmation counts: long enough for one visit of the settings. */
const recentMs = 10 * 60 * 1000;

export function createOwnerCheck(deps: Deps, passwords: PasswordCheck): OwnerCheck {
  const { db, now } = deps;
  const checkCode = createSecondFactorCheck(deps, passwords.devices);

  async function accountOf({ userId }: Viewer): Promise<Credentials> {
    const account = await findCredentials(db, { userId });
    if (account === undefined) throw unauthenticated();
    return account;
  }

  /** A login of before the second factor was on had no code. */
  async function hasFactor({ userId, sessionId }: Viewer): Promise<{ needsCode: boolean; isRecent: boolean }> {
    const at = (await confirmedAt(db, sessionId)) ?? 0;
    const factor = await findSecondFactor(db, userId);
    const isRecent = now() - at < recentMs && (factor === undefined || factor.confirmed_at <= at);
    return { needsCode: factor !== undefined, isRecent };
  }

  /** Throws a 422 for a wrong code. */
  async function spendCode(account: Credentials, typed: string, { viewer, req, res }: Caller): Promise<void> {
    try {
      const passed = await checkCode(account, typed, req, res);
      await transact(db, async (trx) => {
        await passed?.spend(trx);
        await noteConfirmed(trx, viewer.sessionId, now());
      });
      await passed?.done();
    } catch (error) {
      // In a session, a 401 would say that the session has ended.
      if (error instanceof ApiError && error.code === 'wrong_credentials' && error.fields)
        throw invalidFields(error.fields);
      throw error;
    }
  }

  return {
    async byPassword(caller, { password, code }, field) {
      const { viewer, req, res } = caller;
      const account = await accountOf(viewer);
      const { accountKey, passwordHash: hash } = account;
      if (hash === null) throw unauthenticated();
      if (!(await passwords.isRight({ accountKey, account, password, hash, req, res }))) {
        noteRefused(deps, viewer.userId, req, res);
        throw invalidFields({ [field]: 'This is not your current password.' });
      }
      const { needsCode, isRecent } = await hasFactor(viewer);
      if (needsCode && code !== undefined) await spendCode(account, code, caller);
      else if (needsCode && !isRecent) throw confirmationRequired(['code']);
      // A confirmation by the password alone does not prolong one that was made with a code.
      else if (!needsCode) await transact(db, (trx) => noteConfirmed(trx, viewer.sessionId, now()));
      return account;
    },
    async recently(viewer) {
      const { needsCode, isRecent } = await hasFactor(viewer);
      if (!isRecent) throw confirmationRequired(needsCode ? ['password', 'code'] : ['password']);
      return accountOf(viewer);
    },
  };
}
