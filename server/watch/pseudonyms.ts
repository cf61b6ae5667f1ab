import { createHmac } from 'node:crypto';
import { deriveKey } from '#platform/config/secret.ts';

export type Pseudonym = (text: string) => string;

/**
 * Names for the log that stand for addresses and accounts. The same text has the same name in every program that has
 * the secret, and without the secret nobody can find out the text by trying likely ones.
 */
export function createPseudonyms(secret: string): Pseudonym {
  const key = deriveKey(secret, 'pseudonyms in the log');
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 12);
}
