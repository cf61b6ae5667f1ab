import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { refuseSuspended } from '../auth/refuse-suspended.ts';
import { issueToken } from '../email/token-store.ts';
import { findDeparture } from './departure-store.ts';
import { dateOf } from './letters.ts';

/**
 * Throws a 403 where the account is leaving or suspended. Call it only for a caller who has proven to be the owner. Somebody
 * who is leaving gets a token that brings the account back within 30 minutes.
 */
export async function refuseHidden(deps: Deps, account: Credentials): Promise<void> {
  if (account.suspension === undefined) return;
  const departure = await findDeparture(deps.db, account.userId);
  if (departure === undefined) return refuseSuspended(deps, account);
  const comeBack = await transact(deps.db, (trx) =>
    issueToken(trx, { ...account, purpose: 'return-now', email: account.emailId, now: deps.now() }),
  );
  throw new ApiError(
    'leaving',
    `You have deleted this account. It will be erased on ${dateOf(departure.erase_at)}; until then you can come back.`,
    { comeBack },
  );
}
