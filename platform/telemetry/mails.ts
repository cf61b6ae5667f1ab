import { channel } from 'node:diagnostics_channel';

/** The outcome of one attempt to send a mail. */
export interface MailOutcome {
  /** `dropped`: the event that the mail was about had ended, for instance by being read. */
  readonly outcome: 'sent' | 'delayed' | 'refused' | 'given-up' | 'dropped';
  /** The kind of mail: one of the words in the code. */
  readonly kind: string;
}

/** Metrics subscribe to it. */
export const mails = channel('dotcode.mail');
