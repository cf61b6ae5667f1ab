import type { Trx } from '#upstream/db/connection.ts';
import { isUniqueViolation } from '#upstream/db/faults.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { type Credentials, findCredentials } from '../auth/credential-store.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { noteEvent } from '../history/history-store.ts';
import type { Visit } from '../history/visit.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { deleteSecondFactorSince } from '../totp/second-factor-store.ts';
import { addressInUseLetter, changeAskedLetter, changedLetter, changeLetter, takenBackLetter } from './letters.ts';
import { type AccountToken, deleteTokens, isAddressHeld, issueToken, spendToken } from './links.ts';

type Parts = Pick<Deps, 'mail' | 'now'>;
/** For the history of the account. */
type Visited = Parts & { visit: Visit };

/**
 * Queues the mail that confirms a new address, and tells the old one. Where another account has the new address, its
 * owner is told instead, so that the caller learns nothing.
 */
export async function askToChange(trx: Trx, deps: Parts, account: Credentials, next: NewAddress): Promise<void> {
  const { mail, now } = deps;
  const { userId, firstName } = account;
  const taken = await findCredentials(trx, { accountKey: next.key });
  if (taken !== undefined || (await isAddressHeld(trx, next.key, now(), userId))) {
    const letter = addressInUseLetter(mail.site);
    if (taken !== undefined)
      await mail.queue(trx, { userId: taken.userId, to: taken.emailId, kind: 'address-in-use', letter });
  } else {
    await deleteTokens(trx, userId, ['change']);
    const asked = { purpose: 'change', email: next.emailId, now: now(), fromMail: true } as const;
    const token = await issueToken(trx, { ...account, ...asked });
    const letter = changeLetter(firstName, mail.link('/verify', token));
    await mail.queue(trx, { userId, to: next.emailId, kind: 'change-confirm', letter, token });
  }
  // An address that was never confirmed may be a stranger's, who must not get a way into the account.
  if (account.isUnverified) return;
  const url = await undoLink(trx, deps, account);
  const letter = changeAskedLetter(firstName, next.emailId, url);
  await mail.queue(trx, { userId, to: account.emailId, kind: 'change-asked', letter });
}

interface NewAddress {
  emailId: string;
  key: string;
}

/** Leads to the page on which the present address takes the account back. */
export async function undoLink(trx: Trx, { mail, now }: Parts, account: Credentials): Promise<string> {
  const token = await issueToken(trx, { ...account, purpose: 'undo', email: account.emailId, now: now() });
  return mail.link('/verify', `undo.${token}`);
}

/** The new address is confirmed. Throws where somebody else has it by now. */
export async function changeAddress(trx: Trx, deps: Visited, token: AccountToken): Promise<Credentials | undefined> {
  const account = await findCredentials(trx, { userId: token.user_id });
  // The link works no more once the password was changed after the mail.
  if (!account || account.passwordVersion !== token.password_version || !(await spendToken(trx, token)))
    return undefined;
  if (await isAddressHeld(trx, token.email_key, deps.now(), account.userId)) throw addressTaken();
  if (!account.isUnverified) {
    const letter = changedLetter(account.firstName, token.email, await undoLink(trx, deps, account));
    await deps.mail.queue(trx, { userId: account.userId, to: account.emailId, kind: 'address-changed', letter });
  }
  await deleteTokens(trx, account.userId, ['verify', 'change', 'reset']);
  await setAddress(trx, token, deps);
  return { ...account, emailId: token.email };
}

/**
 * The old address takes the account back: whoever changed it knew the password, so that it stops working, and every
 * session ends. Returns the ids of the ended sessions; undefined where the link does not work any more: after a change of the
 * password the mail of that change has another.
 */
export async function takeBack(trx: Trx, deps: Visited, token: AccountToken): Promise<string[] | undefined> {
  const account = await findCredentials(trx, { userId: token.user_id });
  if (!account || account.emailId === '' || account.passwordVersion !== token.password_version) return undefined;
  if (!(await spendToken(trx, token))) return undefined;
  await deleteTokens(trx, account.userId, ['verify', 'change', 'undo', 'reset']);
  // The thief of the account may have added a passkey or a second factor.
  await deletePasskeysOf(trx, account.userId);
  await deleteSecondFactorSince(trx, account.userId, token.created_at);
  await setAddress(trx, token, deps);
  const passwordVersion = account.passwordVersion + 1;
  await trx
    .updateTable('users')
    .set({ password_hash: null, password_version: passwordVersion })
    .where('id', '=', account.userId)
    .execute();
  const asked = { purpose: 'reset', email: token.email, now: deps.now(), fromMail: true } as const;
  const reset = await issueToken(trx, { userId: account.userId, passwordVersion, ...asked });
  const letter = takenBackLetter(account.firstName, deps.mail.link('/reset', reset));
  await deps.mail.queue(trx, { userId: account.userId, to: token.email, kind: 'taken-back', letter, token: reset });
  return deleteOtherSessions(trx, account.userId, null);
}

async function setAddress(trx: Trx, token: AccountToken, { now: clock, visit }: Visited): Promise<void> {
  const now = clock();
  const changed = await trx
    .updateTable('users')
    .set({ email: token.email, email_key: token.email_key, unverified_since: null, updated_at: now })
    .where('id', '=', token.user_id)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('users as others')
            .select('others.id')
            .where('others.email_key', '=', token.email_key)
            .where('others.id', '<>', token.user_id),
        ),
      ),
    )
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw addressTaken();
  await noteEvent(trx, { userId: token.user_id, kind: 'address-changed', visit, now });
}

/** Two changes to the same address at the same time: PostgreSQL refuses the one that commits later. */
export function asAddressTaken(error: unknown): unknown {
  return isUniqueViolation(error, 'users_email_key_key') ? addressTaken() : error;
}

function addressTaken(): ApiError {
  return new ApiError('email_taken', 'Another account has this email address by now.');
}
