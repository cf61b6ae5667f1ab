import type { Request } from 'express';
import type { Deps } from '#upstream/deps.ts';
import { invalidFields } from '#upstream/http/api-error.ts';
import { networkOfCaller } from '../auth/caller.ts';
import type { AccountToken } from './token-store.ts';

/** Answers a token that does not work, which counts for the caller's network. */
export async function requireValid(
  { limits }: Pick<Deps, 'limits'>,
  req: Request,
  find: () => Promise<AccountToken | undefined>,
): Promise<AccountToken> {
  const taken = await limits.take('link-address', networkOfCaller(req));
  const found = await find();
  if (found === undefined) throw spentLink();
  await taken.giveBack();
  return found;
}

export function spentLink() {
  return invalidFields({ token: 'This link was used already, or its time is over.' });
}
