import type { Letter } from './letter.ts';
import { renderLetter } from './letter.ts';

/** The content of a mail in the queue, where it is encrypted. */
export interface SealedMail {
  to: string;
  letter: Letter;
  /** The notification that it tells of. */
  noticeId?: string;
  /** The token of its link, which works from the moment at which the mail is sent. */
  token?: string;
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

/** The same job makes the same mail at every attempt, Message-ID and date included. */
export function composeMessage(row: { key: string; created_at: number }, mail: SealedMail, sender: Sender): Message {
  const { subject, text, html } = renderLetter(mail.letter, sender.site);
  const domain = /@([^\s<>@]+)>?$/.exec(sender.from)?.[1] ?? 'localhost';
  return {
    from: sender.from,
    to: mail.to,
    subject: encodedSubject(subject),
    text,
    html,
    messageId: `<${row.key}@${domain}>`,
    date: new Date(row.created_at),
    // Programs that answer mails by themselves leave these alone (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(mail.letter.stop && oneClick(mail.letter.stop)) },
  };
}

/** So many bytes fit into one encoded word, whose length is at most 75 characters (RFC 2047). */
const bytesOfWord = 45;

/**
 * Mail programs decode `=?utf-8?q?…?=` wherever it stands in a Subject, and nodemailer leaves it as it is: in a name, it would
 * be read as other words than those that were checked. Such a text is encoded as a whole.
 */
function encodedSubject(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words = [''];
  for (const character of subject) {
    const last = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(last) > bytesOfWord) words.push(character);
    else words[words.length - 1] = last;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** RFC 8058: the mail program's own button sends a POST to this address. */
function oneClick(stop: NonNullable<Letter['stop']>): Record<string, string> {
  return { 'List-Unsubscribe': `<${stop.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
