import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { id, messageSchema, pageOf, time } from '../parts.ts';

/** A login on one device. `current` marks the session of the calling request. */
const sessionSchema = z.strictObject({
  _id: id,
  current: z.boolean(),
  device: z.string(),
  /** The shortened IP address of its last use; absent where it is not known. */
  address: z.string().exactOptional(),
  createdAt: time,
  lastSeenAt: time,
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionsReplySchema = z.strictObject({ items: z.array(sessionSchema) });
export type SessionsReply = z.infer<typeof sessionsReplySchema>;

/** `ended`: how many sessions have ended. */
export const endedSessionsReplySchema = messageSchema.extend({ ended: z.int() });
export type EndedSessionsReply = z.infer<typeof endedSessionsReplySchema>;

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

/** An event of the account. Refused passwords of one day are one event, with their number and without a place, and so are
 * refused codes. */
const accountEventSchema = z.strictObject({
  _id: id,
  at: time,
  kind: z.enum(accountEventKinds),
  device: z.string().exactOptional(),
  /** The IP address, shortened. */
  address: z.string().exactOptional(),
  count: z.int().exactOptional(),
});
export type AccountEvent = z.infer<typeof accountEventSchema>;

export const historyReplySchema = pageOf(accountEventSchema);
export type HistoryReply = z.infer<typeof historyReplySchema>;

export const deleteAccountSchema = z.strictObject({ password: z.string().max(limits.password.max) });
export type DeleteAccount = z.input<typeof deleteAccountSchema>;

/** The account after `DELETE /profile`. `leaving`: the account is hidden and will be erased at `eraseAt`. `deleted`: it is erased. */
export const deleteReplySchema = messageSchema.extend({
  state: z.enum(['leaving', 'deleted']),
  eraseAt: time.exactOptional(),
});
export type DeleteReply = z.infer<typeof deleteReplySchema>;
