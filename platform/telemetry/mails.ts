import { channel } from 'node:diagnostics_channel';

/** The outcome of one attempt to send a mail. */
export interface MailOutcome {
  /** `dropped`: what it told of was no longer due. */
  readonly outcome: 'sent' | 'delayed' | 'refused' | 'given-up' | 'dropped';
  /** The kind of mail: one of the words in the code. */
  readonly kind: string;
}

/** Metrics subscribe to it. */
export const mails = channel('dotcode.mail');
