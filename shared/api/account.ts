import { z } from 'zod';
import { limits } from '../limits.ts';
import type { Page } from './search.ts';

/** A login on one device. `current` marks the session of the calling request. */
export interface Session {
  _id: string;
  current: boolean;
  device: string;
  /** Shortened, where it was used last; absent where that is not known. */
  address?: string;
  createdAt: string;
  lastSeenAt: string;
}

export interface SessionsReply {
  items: Session[];
}

export interface EndedSessionsReply {
  message: string;
  /** How many sessions have ended. */
  ended: number;
}

export const accountEventKinds = [
  'signed-up',
  'signed-in',
  /** A wrong password, at the login or where one is asked for again. */
  'refused',
  'password-changed',
  'address-changed',
  'passkey-added',
  'passkey-removed',
  'second-factor-on',
  'second-factor-off',
  /** A wrong code after the right password. */
  'code-refused',
  'recovery-code-used',
  'recovery-codes-few',
  'recovery-codes-made',
  'session-ended',
  'sessions-ended',
  'exported',
  'leaving',
  'came-back',
  'blocked',
  'unblocked',
  'warned',
  'suspended',
  'suspension-ended',
  'content-hidden',
  'content-shown',
  'picture-erased',
] as const;
export type AccountEventKind = (typeof accountEventKinds)[number];

/** What happened to the account. Refused passwords of one day are one event, with their number and without a place, and so are
 * refused codes. */
export interface AccountEvent {
  _id: string;
  at: string;
  kind: AccountEventKind;
  device?: string;
  /** Shortened. */
  address?: string;
  count?: number;
}

export type HistoryReply = Page<AccountEvent>;

export const deleteAccountSchema = z.strictObject({ password: z.string().max(limits.password.max) });
export type DeleteAccount = z.input<typeof deleteAccountSchema>;
