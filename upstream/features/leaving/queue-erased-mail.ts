import type { Trx } from '#upstream/db/connection.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import type { Outbox } from '#upstream/mail/outbox.ts';
import type { Credentials } from '../auth/credential-store.ts';
import { erasedLetter } from './letters.ts';

/** Tells the owner of an erased account, where its address was verified. */
export async function queueErasedMail(
  trx: Trx,
  mail: Outbox | undefined,
  account: Credentials,
  byOperator = false,
): Promise<void> {
  if (account.isUnverified || account.isSample || account.emailId === '') return;
  const letter = erasedLetter(account.firstName, byOperator);
  // The row of the account is empty by now, so that the mail belongs to nobody.
  await mail?.queue(trx, { userId: null, to: account.emailId, kind: 'erased', priority: priorities.usual, letter });
}
