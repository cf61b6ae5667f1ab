import { hash } from 'node:crypto';

/** Keys end up in Redis: nobody may read emails, addresses and sessions there. */
export function hashed(text: string): string {
  return hash('sha256', text, 'base64url');
}

const wellFormedSession = /^[\w.-]{16,4096}$/;

/**
 * Undefined where the value cannot be a session: such a call counts for its network only. A hash, because a session is
 * up to 4,096 characters of the client's choice, inside a string that holds all its headers.
 */
export function sessionKey(session: string | undefined): string | undefined {
  return session !== undefined && wellFormedSession.test(session) ? hashed(session) : undefined;
}
