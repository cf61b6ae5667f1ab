import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Request } from 'express';
import type { Trx } from '#upstream/db/connection.ts';
import type { PasskeyRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { type Credentials, findCredentials } from '../auth/credential-store.ts';
import { samplesMaySignIn } from '../auth/refusals.ts';
import { comeBackOrRefuse } from '../leaving/leave.ts';
import { notify } from '../notifications/notification-store.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import type { Ceremonies } from './ceremonies.ts';
import { challengeMs } from './challenges.ts';
import { claimChallenge, findPasskey, flagPasskey, noteUse } from './passkey-store.ts';

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
  const { used, notificationId } = await transact(deps.db, (trx) => use(deps, trx, passkey, answer));
  tellNotified(deps.events, notificationId);
  if (!used) throw wrongPasskey();
  await comeBackOrRefuse(deps, account, req);
  return account;
}

/**
 * Takes the challenge, which opens one session only, and notes the counter. A counter that did not grow is that of a
 * copy: the passkey is flagged, its owner told. Passkeys that are kept in sync by a service always count 0.
 */
async function use(
  { now }: Deps,
  trx: Trx,
  passkey: PasskeyRow,
  { counter, challenge }: { counter: number; challenge: string },
): Promise<{ used: boolean; notificationId?: string | undefined }> {
  const at = now();
  if (!(await claimChallenge(trx, challenge, at + challengeMs))) return { used: false };
  if (passkey.flagged_at !== null) return { used: false };
  if (counter > passkey.counter || (counter === 0 && passkey.counter === 0))
    return { used: await noteUse(trx, passkey, counter, at) };
  const isNew = await flagPasskey(trx, passkey.id, at);
  const notice = { userId: passkey.user_id, kind: 'account', subject: 'passkey-flagged', now: at } as const;
  return { used: false, notificationId: isNew ? await notify(trx, notice) : undefined };
}

function wrongPasskey(): ApiError {
  return new ApiError('wrong_credentials', 'This passkey does not open an account here. Log in with your password.');
}
