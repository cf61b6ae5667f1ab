import type { Request } from 'express';
import type { Deps } from '#upstream/deps.ts';
import { invalidFields } from '#upstream/http/api-error.ts';
import { networkOfCaller } from '../auth/caller.ts';

/** Throws for a token that does not work, which counts for the caller's network. */
export async function requireValid<Found>(
  { limits }: Pick<Deps, 'limits'>,
  req: Request,
  find: () => Promise<Found | undefined>,
  refusal = spentLink,
): Promise<Found> {
  const taken = await limits.take('proof-address', networkOfCaller(req));
  const found = await find();
  if (found === undefined) throw refusal();
  await taken.giveBack();
  return found;
}

export function spentLink() {
  return invalidFields({ token: 'This link was used already, or its time is over.' });
}
