import { z } from 'zod';
import { limits } from '../limits.ts';

/** A login on one device. `current` marks the session of the calling request. */
export interface Session {
  _id: string;
  current: boolean;
  device: string;
  createdAt: string;
  lastSeenAt: string;
}

export interface SessionsReply {
  items: Session[];
}

export const deleteAccountSchema = z.strictObject({ password: z.string().max(limits.password.max) });
export type DeleteAccount = z.input<typeof deleteAccountSchema>;
