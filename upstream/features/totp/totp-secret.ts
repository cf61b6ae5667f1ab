import { type OpeningSecrets, openingKeys } from '#platform/config/secret.ts';
import { seal, unsealWith } from '#upstream/mail/seal.ts';

/** Loaded with the first second factor: most of the time nobody uses one. */
const library = () => import('otpauth');

/** The parameters that authenticator apps assume (RFC 6238). */
const format = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code of the step before or after counts too, because the clocks of telephones differ. */
const window = 1;
const secretBytes = 20;

/** A new secret, in Base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await library();
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an app reads from a QR code. */
export async function totpUri(secret: string, emailId: string): Promise<string> {
  const { Secret, TOTP } = await library();
  return new TOTP({ ...format, issuer: 'DotCode', label: emailId, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step in which the app shows this code, among those that count now; undefined for any other code. */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | undefined> {
  const { Secret, TOTP } = await library();
  const totp = new TOTP({ ...format, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Secrets in the database are of no use without SECRET, nor in the row of another account. */
export interface SealedSecrets {
  seal(userId: string, secret: string): string;
  /** Undefined where it was sealed with another SECRET or for another account. */
  open(userId: string, sealed: string): string | undefined;
}

export function createSealedSecrets(secrets: OpeningSecrets): SealedSecrets {
  const keys = openingKeys(secrets, 'totp');
  return {
    seal: (userId, totpSecret) => seal(keys[0], { userId, secret: totpSecret } satisfies Content),
    open(userId, sealed) {
      const content = unsealWith(keys, sealed)?.value as Content | undefined;
      return content?.userId === userId ? content.secret : undefined;
    },
  };
}

interface Content {
  userId: string;
  secret: string;
}
