import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { isSuspended, refuseSuspended } from '../auth/refuse-suspended.ts';
import { issueToken } from '../email/token-store.ts';
import type { PassedCode } from '../totp/second-factor-check.ts';
import { findDeparture } from './departure-store.ts';
import { dateOf } from './letters.ts';

/**
 * Throws a 403 where the account is leaving or suspended. Call it only for a caller who has proven to be the owner. Somebody
 * who is leaving gets a token that brings the account back within 30 minutes. The answer is for the owner only, so that the
 * code of a second factor, which has let the caller come this far, is used up by it.
 */
export async function refuseHidden(deps: Deps, account: Credentials, passed?: PassedCode): Promise<void> {
  if (account.suspension === undefined) return;
  const departure = await findDeparture(deps.db, account.userId);
  if (departure === undefined) {
    if (passed !== undefined && isSuspended(account, deps.now())) {
      await transact(deps.db, (trx) => passed.spend(trx));
      await passed.done();
    }
    return refuseSuspended(deps, account);
  }
  const comeBack = await transact(deps.db, async (trx) => {
    await passed?.spend(trx);
    return issueToken(trx, { ...account, purpose: 'return-now', email: account.emailId, now: deps.now() });
  });
  await passed?.done();
  throw new ApiError(
    'leaving',
    `You have deleted this account. It will be erased on ${dateOf(departure.erase_at)}; until then you can come back.`,
    { comeBack },
  );
}
