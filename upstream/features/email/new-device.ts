import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Credentials } from '../auth/credential-store.ts';
import type { Visit } from '../history/visit.ts';
import { undoLink } from './change-address.ts';
import { newDeviceLetter } from './letters.ts';

/**
 * Tells the owner of an account that somebody has logged in at a device that had not logged in to it before. The link
 * ends every session and voids the password, as after a change of the address that the owner did not ask for.
 */
export async function tellOfNewDevice(
  trx: Trx,
  deps: Pick<Deps, 'mail' | 'now'>,
  account: Credentials,
  visit: Visit,
): Promise<void> {
  const { mail } = deps;
  const { userId, firstName, emailId, isUnverified, isSample } = account;
  // An address that was never confirmed may be a stranger's. The passwords of sample accounts are known to everybody.
  if (mail.mode === 'none' || isUnverified || isSample || emailId === '') return;
  const letter = newDeviceLetter(firstName, visit, await undoLink(trx, deps, account));
  await mail.queue(trx, { userId, to: emailId, kind: 'new-device', letter });
}
