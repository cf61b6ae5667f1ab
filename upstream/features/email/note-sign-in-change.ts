import type { Request } from 'express';
import type { AccountEventKind } from '#shared/api/account.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Letter } from '#upstream/mail/letter.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { type Visit, visitOf } from '../history/visit.ts';
import { notify } from '../notifications/notification-store.ts';

/** The facts that the words of a mail are made of. */
export interface Told {
  name: string;
  visit: Visit;
  site: string;
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
  write: (told: Told) => Letter;
}
