import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { messageSchema } from '../parts.ts';
import { newPasswordSchema } from './auth.ts';

/** 256 bits from a link in a mail. */
const tokenSchema = z.string().regex(/^[\w-]{43}$/, 'This link is not complete. Please open it from the mail again.');

export const emailSchema = z
  .string()
  .max(limits.email.max, `An email address has at most ${limits.email.max} characters.`)
  .pipe(z.email('This is not an email address.'));

/** The token of a link, or the six digits beside it. */
export const verifyEmailSchema = z
  .strictObject({
    token: tokenSchema.optional(),
    code: z
      .string()
      .max(40)
      .transform((text) => text.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.'))
      .optional(),
    /** Beside the token of a browser without a session: keeps the password and its sessions. */
    password: z.string().max(limits.password.max).optional(),
  })
  .refine(({ token, code }) => (token === undefined) !== (code === undefined), {
    path: ['code'],
    error: 'Send the token of a link, or a code.',
  });
export type VerifyEmail = z.input<typeof verifyEmailSchema>;

export const verifyEmailReplySchema = messageSchema.extend({
  /** For `POST /password/reset`: nobody has shown that they know the password, so that it no longer works. */
  reset: z.string().exactOptional(),
});
export type VerifyEmailReply = z.infer<typeof verifyEmailReplySchema>;

export const changeEmailSchema = z.strictObject({
  emailId: emailSchema,
  password: z.string().max(limits.password.max),
});
export type ChangeEmail = z.input<typeof changeEmailSchema>;

export const linkTokenSchema = z.strictObject({ token: tokenSchema });

export const forgotPasswordSchema = z.strictObject({ emailId: emailSchema });
export type ForgotPassword = z.input<typeof forgotPasswordSchema>;

export const resetPasswordSchema = z.strictObject({
  token: tokenSchema,
  newPassword: newPasswordSchema,
  /** By default they are removed: somebody else may have added one. */
  keepPasskeys: z.boolean().optional(),
});
export type ResetPassword = z.input<typeof resetPasswordSchema>;
