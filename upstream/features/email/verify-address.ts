import { deriveKey } from '#platform/config/secret.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { verifyLetter } from './letters.ts';
import { codeHash, issueToken, newCode } from './token-store.ts';

export interface Addressee {
  userId: string;
  firstName: string;
  emailId: string;
  passwordVersion: number;
}

/** Queues the mail that confirms an address. */
export async function askToVerify(trx: Trx, deps: Pick<Deps, 'mail' | 'secret' | 'now'>, to: Addressee): Promise<void> {
  const code = newCode();
  const token = await issueToken(
    trx,
    { ...to, purpose: 'verify', email: to.emailId, now: deps.now(), fromMail: true },
    codeHash(codeKey(deps.secret), to.userId, code),
  );
  await deps.mail.queue(trx, {
    userId: to.userId,
    to: to.emailId,
    kind: 'verify',
    letter: verifyLetter(to.firstName, deps.mail.link('/verify', token), code),
    token,
  });
}

export function codeKey(secret: string): Buffer {
  return deriveKey(secret, 'verification codes');
}

/** The address counts as confirmed if the account still has it. */
export async function confirmAddress(trx: Trx, userId: string, emailKey: string): Promise<boolean> {
  const confirmed = await trx
    .updateTable('users')
    .set({ unverified_since: null })
    .where('id', '=', userId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  return confirmed.numUpdatedRows > 0n;
}
