import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Request } from 'express';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { type Credentials, findCredentials } from '../auth/credential-store.ts';
import { samplesMaySignIn } from '../auth/refusals.ts';
import { comeBackOrRefuse } from '../leaving/leave.ts';
import type { Ceremonies } from './ceremonies.ts';
import { challengeMs } from './challenges.ts';
import { claimChallenge, findPasskey, noteUse } from './passkey-store.ts';

/** The account that a passkey opens. Throws a 401 for any answer that opens none. */
export async function accountOf(
  deps: Deps,
  ceremonies: Ceremonies,
  response: AuthenticationResponseJSON,
  req: Request,
): Promise<Credentials> {
  const passkey = await findPasskey(deps.db, response.id);
  const account = passkey && (await findCredentials(deps.db, { userId: passkey.user_id }));
  const answer = passkey && (await ceremonies.checkLogin(passkey, response));
  if (!passkey || !account || !answer) throw wrongPasskey();
  if (account.isSample && !samplesMaySignIn(deps.config)) throw wrongPasskey();
  const at = deps.now();
  // A challenge opens one session only.
  const isUsed = await transact(
    deps.db,
    async (trx) =>
      (await claimChallenge(trx, answer.challenge, at + challengeMs)) &&
      (await noteUse(trx, passkey, answer.counter, at)),
  );
  if (!isUsed) throw wrongPasskey();
  await comeBackOrRefuse(deps, account, req);
  return account;
}

function wrongPasskey(): ApiError {
  return new ApiError('wrong_credentials', 'This passkey does not open an account here. Log in with your password.');
}
