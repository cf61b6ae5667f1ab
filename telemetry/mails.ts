import { channel } from 'node:diagnostics_channel';

/** What became of one attempt to send a mail. */
export interface MailOutcome {
  readonly outcome: 'sent' | 'delayed' | 'refused' | 'given-up';
}

/** Metrics subscribe to it. */
export const mails = channel('dotcode.mail');
