import { z } from 'zod';
import { id, time } from '../parts.ts';

/** A passkey of the caller. */
export const passkeySchema = z.strictObject({
  _id: id,
  name: z.string(),
  createdAt: time,
  /** Null until it has been used to log in. */
  lastUsedAt: time.nullable(),
  /** When its counter went back, as happens where the key was copied. Since then it opens no session. */
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeysReplySchema = z.strictObject({ items: z.array(passkeySchema) });
export type PasskeysReply = z.infer<typeof passkeysReplySchema>;

export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1, 'Give the passkey a name.')
  .max(60, 'A name has at most 60 characters.');

const base64Url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/);
/** WebAuthn's own limit: 1,023 bytes. */
const credentialId = base64Url(1364);
const clientDataJSON = base64Url(4000);

/** The fields of every answer of the browser. Fields that nobody reads are let through: browsers add some. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
};

/** RegistrationResponseJSON of WebAuthn. */
const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64Url(20_000),
    transports: z.array(z.string().max(40)).max(10).optional().catch(undefined),
  }),
});

/** AuthenticationResponseJSON of WebAuthn. */
const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64Url(4000),
    signature: base64Url(2000),
    userHandle: base64Url(100).optional().catch(undefined),
  }),
});

export const addPasskeySchema = z.strictObject({ response: registrationSchema, name: passkeyNameSchema.optional() });
export const renamePasskeySchema = z.strictObject({ name: passkeyNameSchema });
export const passkeyLoginSchema = z.strictObject({ response: assertionSchema });
