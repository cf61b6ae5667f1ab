import type { Request } from 'express';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { BudgetName } from '#upstream/limits/budgets.ts';
import type { Taken } from '#upstream/limits/limits.ts';
import { networkOfCaller } from '../auth/caller.ts';
import type { DeviceOwner, KnownDevices } from '../auth/known-devices.ts';

/** The points that a code under way has taken. */
export interface CodeAttempt {
  /** Six digits are not taken again before the budget is renewed. */
  readonly isLast: boolean;
  giveBack(): Promise<void>;
}

/**
 * Counts codes when they are checked; a right one gives its points back. Six digits have few points a day, so that
 * nobody guesses them. Recovery codes cannot be guessed, and are counted by network only: they stay a way in when
 * somebody who knows the password has used up the digits.
 */
export function createCodeBudget({ limits }: Pick<Deps, 'limits'>, devices: KnownDevices) {
  return {
    async take(account: DeviceOwner, kind: 'totp' | 'recovery', req: Request): Promise<CodeAttempt> {
      const network: Point = ['proof-address', networkOfCaller(req)];
      if (kind === 'recovery') return take([network]);
      const isKnown = devices.isKnown(req, account);
      const own: Point = [isKnown ? 'totp-device' : 'totp-account', account.accountKey];
      return take(isKnown ? [own] : [network, own]);
    },
  };

  async function take(points: readonly Point[]): Promise<CodeAttempt> {
    const taken: [BudgetName, Taken][] = [];
    const giveBack = async () => {
      for (const [, one] of taken) await one.giveBack();
    };
    for (const [name, key] of points) {
      try {
        taken.push([name, await limits.take(name, key)]);
      } catch (error) {
        await giveBack();
        throw name === 'proof-address' ? error : withOtherWay(error);
      }
    }
    return { isLast: taken.some(([name, { left }]) => name !== 'proof-address' && left === 0), giveBack };
  }
}

type Point = readonly [name: BudgetName, key: string];

function withOtherWay(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited') return error;
  const { headers, message } = error;
  return new ApiError('rate_limited', `${message} A recovery code works now.`, { headers });
}
