import { z } from 'zod';
import { limits } from '../limits.ts';
import type { MessageReply } from './auth.ts';
import { tokenSchema } from './email.ts';

/**
 * What became of `DELETE /profile`. `asked`: nothing yet, a mail asks for confirmation (202). `leaving`: the account is
 * hidden and will be erased at `eraseAt`. `deleted`: it is erased.
 */
export interface DeleteReply extends MessageReply {
  state: 'asked' | 'leaving' | 'deleted';
  eraseAt?: string;
}

/** The token of a link, or the one that a refused login carries. */
export const leavingTokenSchema = z.strictObject({ token: tokenSchema });

/** What a token is good for: to leave, or to come back before `eraseAt`. */
export type LeavingView = { state: 'asked'; days: number } | { state: 'leaving'; eraseAt: string };

export interface LeftReply extends MessageReply {
  eraseAt: string;
}

export const eraseNowSchema = z.strictObject({ token: tokenSchema, password: z.string().max(limits.password.max) });
export type EraseNow = z.input<typeof eraseNowSchema>;
