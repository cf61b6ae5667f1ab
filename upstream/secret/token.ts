import { createHash, randomBytes } from 'node:crypto';

/** The value of a session's cookie or of a link: who has it, is let in. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token of 256 random bits needs neither a salt nor a slow hash. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
