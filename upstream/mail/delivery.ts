import type { Message } from './message.ts';

export type Delivered =
  /** The next server is responsible for it now. */
  | { outcome: 'sent' }
  /** Another attempt may succeed. */
  | { outcome: 'delayed'; reason: string }
  /** The server will never take this mail. */
  | { outcome: 'refused'; reason: string };

/** Hands a mail on. Never rejects: what went wrong is in the answer, without anybody's address. */
export interface Delivery {
  send(message: Message, about: { id: string; kind: string; link: string | undefined }): Promise<Delivered>;
  close(): void;
}

/** Loads nodemailer only when the first mail is sent. */
export async function loadNodemailer(): Promise<typeof import('nodemailer')> {
  return import('nodemailer');
}
