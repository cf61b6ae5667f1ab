import { z } from 'zod';
import { isStrongPassword } from '#shared/account/password-rule.ts';
import { limits } from '#shared/limits.ts';
import { messageSchema } from '../parts.ts';
import { nameSchema, type OwnUser, ownUserSchema } from '../users.ts';

export const newPasswordSchema = z
  .string()
  .max(limits.password.max, `A password has at most ${limits.password.max} characters.`)
  .refine(
    isStrongPassword,
    `A password needs ${limits.password.min} characters or more, with an upper-case and a lower-case letter, a digit and a symbol.`,
  );

export const signupSchema = z.strictObject({
  firstName: nameSchema,
  lastName: nameSchema,
  emailId: z
    .string()
    .max(limits.email.max, `An email address has at most ${limits.email.max} characters.`)
    .pipe(z.email('This is not an email address.')),
  password: newPasswordSchema,
});
export type SignupPayload = z.input<typeof signupSchema>;

export const signupReplySchema = messageSchema.extend({ data: z.strictObject({ savedUser: ownUserSchema }) });
export type SignupReply = z.infer<typeof signupReplySchema>;

export const loginSchema = z.strictObject({
  emailId: z.string().max(limits.email.max),
  password: z.string().max(limits.password.max),
  /** With the capability `totp`: six digits from an app, or a recovery code. */
  code: z.string().max(100).optional(),
});
export type LoginPayload = z.input<typeof loginSchema>;
export type LoginReply = OwnUser;

/** `password` is the confirmation of `newPassword`; known upstreams use this field name. */
export const passwordChangeSchema = z
  .strictObject({
    currentPassword: z.string().max(limits.password.max),
    newPassword: newPasswordSchema,
    password: z.string().max(limits.password.max),
  })
  .refine((body) => body.newPassword === body.password, {
    path: ['password'],
    error: 'The two new passwords differ.',
  })
  .refine((body) => body.newPassword !== body.currentPassword, {
    path: ['newPassword'],
    error: 'The new password is the same as the current one.',
  });
export type PasswordChange = z.input<typeof passwordChangeSchema>;
