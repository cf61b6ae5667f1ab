import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { time } from '../parts.ts';

/** The second factor of the caller's account. */
export const secondFactorReplySchema = z.strictObject({
  /** Whether the login asks for a code. */
  on: z.boolean(),
  /** Since when; null while it is off. */
  since: time.nullable(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorReply = z.infer<typeof secondFactorReplySchema>;

export const startTotpReplySchema = z.strictObject({
  /** `otpauth://…`, for a QR code. */
  uri: z.string(),
  /** The same secret in Base32, to be typed. */
  secret: z.string(),
});
export type StartTotpReply = z.infer<typeof startTotpReplySchema>;

/** Shown once: the upstream keeps their hashes. */
export const recoveryCodesReplySchema = z.strictObject({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesReply = z.infer<typeof recoveryCodesReplySchema>;

/** For the calls that ask for the password again. */
export const ownPasswordSchema = z.strictObject({ password: z.string().max(limits.password.max) });

/** `code`: where the account has a second factor. */
export const confirmOwnerSchema = z.strictObject({
  password: z.string().max(limits.password.max),
  code: z.string().max(100).optional(),
});
export type ConfirmOwner = z.input<typeof confirmOwnerSchema>;

export const confirmTotpSchema = z.strictObject({ code: z.string().max(100) });
