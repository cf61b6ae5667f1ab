import { z } from 'zod';
import { limits } from '../limits.ts';

/** One place where the caller is logged in. `current` marks the session of this very call. */
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
