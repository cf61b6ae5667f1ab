import { createHash } from 'node:crypto';
import { parseCookie } from 'cookie';

/** Keys end up in Redis: nobody may read emails, addresses and sessions there. */
export function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const wellFormedSession = /^[\w.-]{16,4096}$/;

/**
 * The session as the upstream reads it from the cookie, whatever spaces, quotes or escapes stand around it. Undefined
 * where the value cannot be a session: such a call counts for its network only.
 */
export function sessionKey(cookieValue: string | undefined): string | undefined {
  // Without spaces, quotes and escapes there is nothing to parse.
  if (cookieValue === undefined || wellFormedSession.test(cookieValue)) return cookieValue;
  // Older parsers of cookies, such as the recorded upstream's, take quotes away; newer ones leave them.
  const value = parseCookie(`session=${cookieValue.trim().replace(/^"(.*)"$/, '$1')}`).session ?? '';
  return wellFormedSession.test(value) ? value : undefined;
}
