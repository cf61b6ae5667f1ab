import { hash } from 'node:crypto';

/**
 * A key of one length. Counters are kept in Redis, too, where nobody may read emails, addresses and sessions; and a session
 * is up to 4,096 characters of the client's choice, inside a string that holds all its headers.
 */
export function hashed(text: string): string {
  return hash('sha256', text, 'base64url');
}
