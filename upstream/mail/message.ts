import type { Letter } from './letter.ts';
import { renderLetter } from './letter.ts';

/** What a mail in the queue holds, sealed. */
export interface SealedMail {
  to: string;
  letter: Letter;
}

export interface Sender {
  /** An address, or `Name <address>`. */
  from: string;
  /** The address that people know. */
  site: string;
}

/** A whole mail for nodemailer. */
export interface Message {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  headers: Record<string, string>;
}

/** The same row makes the same mail at every attempt, Message-ID and date included. */
export function composeMessage(row: { id: string; created_at: number }, mail: SealedMail, sender: Sender): Message {
  const { subject, text, html } = renderLetter(mail.letter, sender.site);
  const domain = /@([^\s<>@]+)>?$/.exec(sender.from)?.[1] ?? 'localhost';
  return {
    from: sender.from,
    to: mail.to,
    subject,
    text,
    html,
    messageId: `<${row.id}@${domain}>`,
    date: new Date(row.created_at),
    // Programs that answer mails by themselves leave these alone (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(mail.letter.stop && oneClick(mail.letter.stop)) },
  };
}

/** RFC 8058: the mail program's own button sends a POST to this address. */
function oneClick(stop: NonNullable<Letter['stop']>): Record<string, string> {
  return { 'List-Unsubscribe': `<${stop.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
