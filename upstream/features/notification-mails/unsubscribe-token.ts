import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#platform/config/secret.ts';
import { type NotifyKind, notifyKinds } from '#shared/api/preferences.ts';
import { isId } from '#upstream/ids.ts';

/** Good for as long as the secret is: mails are kept for years, and it opens nothing else. */
export function unsubscribeToken(secret: string, userId: string, kind: NotifyKind): string {
  return `${userId}.${kind}.${signature(secret, userId, kind)}`;
}

/** Whose mails of which kind; undefined for a token that we have not made. */
export function readUnsubscribeToken(secret: string, token: string): { userId: string; kind: NotifyKind } | undefined {
  const [userId = '', given = '', mac = ''] = token.split('.');
  const kind = notifyKinds.find((one) => one === given);
  if (!isId(userId) || kind === undefined) return undefined;
  const [expected, actual] = [signature(secret, userId, kind), mac].map((text) => Buffer.from(text));
  if (!expected || !actual || expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
  return token === unsubscribeToken(secret, userId, kind) ? { userId, kind } : undefined;
}

function signature(secret: string, userId: string, kind: NotifyKind): string {
  return createHmac('sha256', deriveKey(secret, 'unsubscribe')).update(`${userId} ${kind}`).digest('base64url');
}
