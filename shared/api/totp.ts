import { z } from 'zod';
import { limits } from '../limits.ts';

/** The second factor of the caller's account. */
export interface SecondFactorReply {
  /** Whether the login asks for a code. */
  on: boolean;
  /** Since when; null while it is off. */
  since: string | null;
  recoveryCodesLeft: number;
}

export interface StartTotpReply {
  /** `otpauth://…`, for a QR code. */
  uri: string;
  /** The same secret in Base32, to be typed. */
  secret: string;
}

export interface RecoveryCodesReply {
  /** Shown once: the upstream keeps their hashes. */
  recoveryCodes: string[];
}

/** For the calls that ask for the password again. */
export const ownPasswordSchema = z.strictObject({ password: z.string().max(limits.password.max) });

/** `code`: where the account has a second factor. */
export const confirmOwnerSchema = z.strictObject({
  password: z.string().max(limits.password.max),
  code: z.string().max(100).optional(),
});
export type ConfirmOwner = z.input<typeof confirmOwnerSchema>;

export const confirmTotpSchema = z.strictObject({ code: z.string().max(100) });
