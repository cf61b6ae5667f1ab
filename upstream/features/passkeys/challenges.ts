import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#platform/config/secret.ts';

/** How long a browser has for its answer: people look for their phone or their key. */
export const challengeMs = 5 * 60 * 1000;

export interface Challenges {
  issue(purpose: string): Uint8Array<ArrayBuffer>;
  /** Whether this deployment issued the challenge, as base64url, for this purpose within the last five minutes. */
  accepts(challenge: string, purpose: string): boolean;
}

const randomLength = 16;
const bodyLength = randomLength + 6;
const macLength = 32;

/**
 * Challenges that carry their own proof: random bytes, the time of their end and an HMAC over both. Nothing is stored
 * for a caller who has not signed in; the login remembers those that were used.
 */
export function createChallenges(secret: string, now: () => number): Challenges {
  const key = deriveKey(secret, 'passkey-challenges');
  const macOf = (body: Uint8Array, purpose: string) => createHmac('sha256', key).update(purpose).update(body).digest();
  return {
    issue(purpose) {
      const body = Buffer.alloc(bodyLength);
      randomBytes(randomLength).copy(body);
      body.writeUIntBE(now() + challengeMs, randomLength, 6);
      return new Uint8Array(Buffer.concat([body, macOf(body, purpose)]));
    },
    accepts(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== bodyLength + macLength) return false;
      const body = bytes.subarray(0, bodyLength);
      return (
        timingSafeEqual(bytes.subarray(bodyLength), macOf(body, purpose)) && body.readUIntBE(randomLength, 6) > now()
      );
    },
  };
}
