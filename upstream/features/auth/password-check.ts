import type { Request, Response } from 'express';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, invalidFields } from '#upstream/http/api-error.ts';
import { budgets } from '#upstream/limits/budgets.ts';
import { scaled, type Taken } from '#upstream/limits/limits.ts';
import { goneSignal, networkOfCaller } from './caller.ts';
import { renewHash } from './credential-store.ts';
import { createKnownDevices, type DeviceOwner, type KnownDevices } from './known-devices.ts';
import { createGuessCheck, type PasswordOwner } from './password-guess.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

export interface PasswordCheck {
  /**
   * Whether the password fits the hash. An attempt takes from the account's budget when it begins, whatever becomes of
   * its caller, and gives it back only when the password is right. Throws a 429 or 503 instead of checking.
   */
  isRight(attempt: PasswordAttempt): Promise<boolean>;
  /** The hash of a new password, in the same queue. */
  hash(password: string, req: Request, res: Response): Promise<string>;
  /** Throws a 422 on `field` where the new password is a common one or made of the person's name or address. */
  refuseGuessable(password: string, owner: PasswordOwner, field: string): Promise<void>;
  readonly devices: KnownDevices;
}

interface PasswordAttempt {
  accountKey: string;
  /** Undefined where there is no such account. */
  account: DeviceOwner | undefined;
  password: string;
  /** Nothing where there is no such account: the check takes as long and answers false. */
  hash: string | null | undefined;
  req: Request;
  res: Response;
}

interface Allowance {
  taken: readonly Taken[];
  whenWrong: () => Promise<void>;
}

export function createPasswordCheck(deps: Deps): PasswordCheck {
  const { limits, passwordWork, passwordCost } = deps;
  const devices = createKnownDevices(deps);
  const guessCheck = createGuessCheck();
  const accountPoints = scaled(budgets['password-account'], deps.config.rateLimitFactor);

  /** Devices that have signed in before have an allowance of their own, so that nobody elsewhere can lock the owner out. */
  async function fromKnownDevice(accountKey: string): Promise<Allowance> {
    const taken = await limits.take('password-device', accountKey);
    return { taken: [taken], whenWrong: async () => undefined };
  }

  async function fromElsewhere(network: string, accountKey: string): Promise<Allowance> {
    const byAddress = await limits.take('proof-address', network);
    try {
      // After the first pause each attempt takes the whole budget, and the next pause is longer.
      const cost = (await limits.timesClosed(accountKey)) > 0 ? accountPoints : 1;
      const byAccount = await limits.take('password-account', accountKey, cost);
      const whenWrong = async () => {
        if (byAccount.left === 0) await limits.closeAccount(accountKey);
      };
      return { taken: [byAddress, byAccount], whenWrong };
    } catch (error) {
      await byAddress.giveBack();
      throw error;
    }
  }

  /** The cost was raised since this password was set. The caller is let in whatever becomes of it. */
  async function rehash(accountKey: string, password: string, hash: string): Promise<void> {
    try {
      await renewHash(deps.db, { accountKey, hash, newHash: await hashPassword(password, passwordCost) });
    } catch (error) {
      deps.trouble('database', error);
    }
  }

  return {
    devices,
    async refuseGuessable(password, owner, field) {
      const reason = await guessCheck(password, owner);
      if (reason !== undefined) throw invalidFields({ [field]: reason });
    },
    async isRight({ accountKey, account, password, hash, req, res }) {
      const network = networkOfCaller(req);
      const isKnown = devices.isKnown(req, account);
      const { taken, whenWrong } = await (isKnown ? fromKnownDevice(accountKey) : fromElsewhere(network, accountKey));
      const giveBack = () => Promise.all(taken.map((one) => one.giveBack()));
      try {
        const right = await passwordWork.run(isKnown ? accountKey : network, goneSignal(res), () =>
          verifyPassword(password, hash, passwordCost),
        );
        await (right ? giveBack() : whenWrong());
        if (right && hash && needsRehash(hash, passwordCost)) await rehash(accountKey, password, hash);
        return right;
      } catch (error) {
        // The queue was full: nothing was tried. An attempt whose caller has gone stays counted.
        if (error instanceof ApiError && error.code === 'unavailable') await giveBack();
        throw error;
      }
    },
    hash: (password, req, res) =>
      passwordWork.run(networkOfCaller(req), goneSignal(res), () => hashPassword(password, passwordCost)),
  };
}
