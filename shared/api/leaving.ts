import { z } from 'zod';
import { limits } from '../limits.ts';
import { tokenSchema } from './email.ts';
import { messageSchema, time } from './parts.ts';

/**
 * What became of `DELETE /profile`. `asked`: nothing yet, a mail asks for confirmation (202). `leaving`: the account is
 * hidden and will be erased at `eraseAt`. `deleted`: it is erased.
 */
export const deleteReplySchema = messageSchema.extend({
  state: z.enum(['asked', 'leaving', 'deleted']),
  eraseAt: time.exactOptional(),
});
export type DeleteReply = z.infer<typeof deleteReplySchema>;

/** The token of a link, or the one that a refused login carries. */
export const leavingTokenSchema = z.strictObject({ token: tokenSchema });

/** What a token is good for: to leave, or to come back before `eraseAt`. */
export const leavingViewSchema = z.union([
  z.strictObject({ state: z.literal('asked'), days: z.int() }),
  z.strictObject({ state: z.literal('leaving'), eraseAt: time }),
]);
export type LeavingView = z.infer<typeof leavingViewSchema>;

export const leftReplySchema = messageSchema.extend({ eraseAt: time });
export type LeftReply = z.infer<typeof leftReplySchema>;

export const eraseNowSchema = z.strictObject({ token: tokenSchema, password: z.string().max(limits.password.max) });
export type EraseNow = z.input<typeof eraseNowSchema>;
