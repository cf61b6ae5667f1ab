import { expect } from 'vitest';
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
