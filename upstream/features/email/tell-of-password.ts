import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { passwordChangedLetter } from './letters.ts';
import { issueToken, takeUndoTokens } from './token-store.ts';

type Account = Pick<Credentials, 'userId' | 'firstName' | 'emailId' | 'isUnverified' | 'isSample' | 'passwordVersion'>;

/**
 * Tells the owner that the password was changed; `account` has its new version. The links of earlier mails that take
 * the account back are void from now on. This mail has a new one, and every former address that had one gets it, too:
 * otherwise a thief who changes the address and then the password would keep the account. The new links remove whatever
 * second factor the earlier ones would have removed.
 */
export async function tellOfPassword(
  trx: Trx,
  { mail, now: clock }: Pick<Deps, 'mail' | 'now'>,
  account: Account,
  passkeysRemoved = false,
): Promise<void> {
  const { userId, firstName, emailId, isUnverified, isSample, passwordVersion } = account;
  const now = clock();
  const ended = await takeUndoTokens(trx, userId, now);
  const since = Math.min(now, ...ended.map(({ created_at }) => created_at));
  const token = { userId, purpose: 'undo', passwordVersion, now, since } as const;
  const tell = async (to: string, value: string | undefined) => {
    const url = value === undefined ? undefined : mail.link('/verify', `undo.${value}`);
    const letter = passwordChangedLetter(firstName, { site: mail.site, url, passkeysRemoved });
    await mail.queue(trx, { userId, to, kind: 'password-changed', letter });
  };
  // An address that was never confirmed may be a stranger's, who must not get a way into the account.
  const hasUndo = mail.mode !== 'none' && !isUnverified && !isSample && emailId !== '';
  await tell(emailId, hasUndo ? await issueToken(trx, { ...token, email: emailId }) : undefined);
  const former = new Map<string, number>();
  for (const { email, expires_at } of ended)
    if (email !== emailId) former.set(email, Math.max(expires_at, former.get(email) ?? 0));
  for (const [email, expiresAt] of former) await tell(email, await issueToken(trx, { ...token, email, expiresAt }));
}
