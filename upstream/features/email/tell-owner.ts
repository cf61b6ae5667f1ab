import type { Request } from 'express';
import type { AccountEventKind } from '#shared/api/account/account.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Letter } from '#upstream/mail/letter.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { type Visit, visitOf } from '../history/visit.ts';
import { notify } from '../notifications/notification-store.ts';
import { undoLink } from './change-address.ts';
import { newDeviceLetter, passwordChangedLetter } from './letters.ts';
import { issueToken, takeUndoTokens } from './links.ts';
import type { About } from './sign-in-letters.ts';

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

/**
 * Writes a change of a way to log in into the account's history, and tells the owner in the bell and by mail. Returns
 * the notification's id.
 */
export async function noteSignInChange(
  trx: Trx,
  { mail, now: clock }: Pick<Deps, 'mail' | 'now'>,
  { account, kind, req, write }: Change,
): Promise<string | undefined> {
  const { userId, firstName, emailId } = account;
  const [visit, now] = [visitOf(req), clock()];
  await noteEvent(trx, { userId, kind, visit, now });
  const letter = write({ name: firstName, visit, site: mail.site });
  await mail.queue(trx, { userId, to: emailId, kind, letter });
  return notify(trx, { userId, kind: 'account', subject: kind, now });
}

interface Change {
  account: Pick<Credentials, 'userId' | 'firstName' | 'emailId'>;
  /** Names the event, the notification and the mail alike. */
  kind: AccountEventKind;
  req: Request;
  write: (about: About) => Letter;
}
