import type { Request } from 'express';
import { deriveKey } from '#platform/config/secret.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { deleteSecondFactor } from '../totp/second-factor-store.ts';
import { addressConfirmedLetter, verifyLetter } from './letters.ts';
import { codeHash, deleteTokens, issueToken, newCode } from './links.ts';

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

/** How the person who confirms has shown that the account is theirs, beside having the mail. */
export interface Claim {
  /** The session of the account that confirms. */
  sessionId?: string | undefined;
  /** Whether the person knows the password; a session counts as that, too. */
  knowsPassword: boolean;
}

/** The access from before the first confirmation that was ended. */
export interface EndedAccess {
  sessions: string[];
  /** A token for a new password, where the one that was there is void. */
  reset?: string;
}

/**
 * Ends what was made while nobody had confirmed the address: somebody else may have signed up with it. To be called in
 * the transaction that confirms it, after `users` was updated, so that a passkey or session that is being added waits.
 */
export async function endEarlierAccess(
  trx: Trx,
  deps: Pick<Deps, 'mail' | 'now'>,
  account: Credentials,
  { sessionId, knowsPassword }: Claim,
  req: Request,
): Promise<EndedAccess> {
  if (!account.isUnverified) return { sessions: [] };
  const { userId } = account;
  const [now, visit] = [deps.now(), visitOf(req)];
  const sessions = await deleteOtherSessions(trx, userId, sessionId ?? null);
  const passkeys = await deletePasskeysOf(trx, userId);
  const hadFactor = await deleteSecondFactor(trx, userId);
  await deleteTokens(trx, userId, ['change', 'undo']);
  if (sessions.length > 0) await noteEvent(trx, { userId, kind: 'sessions-ended', visit, now });
  if (passkeys > 0) await noteEvent(trx, { userId, kind: 'passkey-removed', visit, now });
  if (hadFactor) await noteEvent(trx, { userId, kind: 'second-factor-off', visit, now });
  if (passkeys > 0 || hadFactor || !knowsPassword) {
    const letter = addressConfirmedLetter(account.firstName, {
      site: deps.mail.site,
      passkeys: passkeys > 0,
      factor: hadFactor,
      password: !knowsPassword,
    });
    await deps.mail.queue(trx, { userId, to: account.emailId, kind: 'address-confirmed', letter });
  }
  if (knowsPassword) return { sessions };
  const passwordVersion = account.passwordVersion + 1;
  await trx
    .updateTable('users')
    .set({ password_hash: null, password_version: passwordVersion })
    .where('id', '=', userId)
    .execute();
  const reset = await issueToken(trx, { userId, purpose: 'reset', email: account.emailId, passwordVersion, now });
  return { sessions, reset };
}
