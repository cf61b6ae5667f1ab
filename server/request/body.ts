import type { IncomingMessage } from 'node:http';
import type { CallRules } from './call-kind.ts';
import type { ApiCall } from './facts.ts';

type Limited = Pick<ApiCall, 'body' | 'bodyLimit'>;

/** Enough for any email and password; a longer body could hide the account from the rate limits. */
const credentialsLimit = 16 * 1024;
const pictureLimit = 6 * 1024 * 1024;

/** The most bytes that the body of such a call may have. */
export function bodyLimitOf({ bodySize }: CallRules, bodyLimit: number): number {
  if (bodySize === 'media') return Math.max(pictureLimit, bodyLimit);
  return bodySize === 'credentials' ? Math.min(credentialsLimit, bodyLimit) : bodyLimit;
}

/** Whether the headers announce a body over the limit. */
export function announcesTooMuch({ body, bodyLimit }: Limited): boolean {
  return body.kind === 'sized' && body.length > bodyLimit;
}

/** Calls back, once, when more bytes than the limit have come of a body whose length no header announces. */
export function watchBody(req: IncomingMessage, { body, bodyLimit }: Limited, onTooLarge: () => void): void {
  if (body.kind !== 'chunked') return;
  let size = 0;
  const count = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= bodyLimit) return;
    req.off('data', count);
    onTooLarge();
  };
  req.on('data', count);
}

export type RequestBody = { kind: 'none' } | { kind: 'sized'; length: number } | { kind: 'chunked' };

/** The body that the headers announce, before any of it is read. */
export function announcedBody({ headers }: IncomingMessage): RequestBody {
  if (headers['transfer-encoding'] !== undefined) return { kind: 'chunked' };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { kind: 'sized', length } : none;
}

const none: RequestBody = { kind: 'none' };
