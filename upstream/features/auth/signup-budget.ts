import type { Request } from 'express';
import type { Deps } from '#upstream/deps.ts';
import type { Limits, Taken } from '#upstream/limits/limits.ts';
import { networkOfCaller } from './caller.ts';

/** The points that a sign-up under way has taken from the budgets. */
export interface SignupAttempt {
  /** The account was made, so that the caller was not told that an address is taken. */
  made(): Promise<void>;
  /** Gives every point back: the sign-up was not attempted. */
  undo(): Promise<void>;
}

/** Throws a 429 where too many accounts were made, or taken addresses found, from the caller's network. */
export async function beginSignup({ limits }: Pick<Deps, 'limits'>, req: Request): Promise<SignupAttempt> {
  const network = networkOfCaller(req);
  const held: Taken[] = [];
  const undo = async () => {
    for (const taken of held.splice(0)) await taken.giveBack();
  };
  const take: Limits['take'] = async (...budget) => {
    try {
      const taken = await limits.take(...budget);
      held.push(taken);
      return taken;
    } catch (error) {
      // A refused sign-up was not attempted.
      await undo();
      throw error;
    }
  };
  // Taken before the outcome is known, so that many attempts at once are no way around the budget.
  const byTaken = await take('signup-taken', network);
  await take('signup-address', network);
  return { made: () => byTaken.giveBack(), undo };
}
