import { expect } from 'vitest';
import type { Db } from '#upstream/db/connection.ts';
import type { MailServer, ReceivedMail } from './mail-server.ts';
import { wordsOf } from './read-mail.ts';

/** The mails to this address whose subject begins with these words, the oldest first. */
export function mailsTo({ received }: MailServer, address: string, subject: string): ReceivedMail[] {
  return received.filter(({ to, source }) => to === address && source.includes(`\nSubject: ${subject}`));
}

/** The words of the newest of them, once there is one. */
export async function newestMailTo(server: MailServer, address: string, subject: string): Promise<string> {
  await expect.poll(() => mailsTo(server, address, subject)).not.toEqual([]);
  return wordsOf(mailsTo(server, address, subject).at(-1)?.source ?? '');
}

/**
 * Resolves once no mail is being sent. The mail server has a mail before the life of its link begins, so a test that moves
 * the clock waits for this.
 */
export async function noMailIsUnderWay(db: Db): Promise<void> {
  const underWay = db.selectFrom('jobs').select('key').where('kind', '=', 'mail').where('lease_by', '<>', '');
  await expect.poll(() => underWay.execute()).toEqual([]);
}
