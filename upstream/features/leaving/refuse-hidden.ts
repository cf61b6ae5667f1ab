import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { suspended } from '../auth/refusals.ts';
import { issueToken } from '../email/token-store.ts';
import { findDeparture } from './departure-store.ts';
import { dateOf } from './letters.ts';

/**
 * The answer to an owner who has proven to be one, and whose account is suspended or leaving. Somebody who is leaving
 * gets a token that brings the account back within 30 minutes.
 */
export async function refusalOfHidden(deps: Pick<Deps, 'db' | 'now'>, account: Credentials): Promise<ApiError> {
  const departure = await findDeparture(deps.db, account.userId);
  if (departure === undefined) return suspended();
  const comeBack = await transact(deps.db, (trx) =>
    issueToken(trx, { ...account, purpose: 'return-now', email: account.emailId, now: deps.now() }),
  );
  return new ApiError(
    'leaving',
    `You have deleted this account. It will be erased on ${dateOf(departure.erase_at)}; until then you can come back.`,
    { comeBack },
  );
}
