import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookiesIn } from '#platform/cookies.ts';
import { type CallRules, callKindOf, callRules, isRead } from './call-kind.ts';
import { GatewayError } from './errors.ts';
import type { ApiCall, RequestBody, RequestFacts } from './facts.ts';

/** Reads a request below /api. Throws `not_found` for the mount itself. */
export function readCall(
  req: IncomingMessage,
  { requestId, client, cookies, session, sessionCookie, callPath, query }: RequestFacts,
  bodyLimit: number,
): ApiCall {
  if (callPath === undefined) throw new GatewayError('not_found');
  const method = req.method ?? 'GET';
  const kind = callKindOf(method, callPath);
  return {
    requestId,
    client,
    cookies,
    session,
    sessionCookie,
    sessionHash: session === undefined ? undefined : hashed(session),
    writtenCookies: cookiesIn(req.headers.cookie),
    method,
    path: callPath,
    kind,
    opensSocket: kind === 'socket' && opensSocket(query),
    body: announcedBody(req),
    bodyLimit: bodyLimitOf(callRules[kind], bodyLimit),
    expectsContinue: req.headers.expect !== undefined,
    upstream: { isRepeated: false, isSettled: false },
  };
}

/**
 * Engine.IO takes a call for one of a running connection only by a `sid` that is not empty. Its versions differ in which
 * of several they take.
 */
function opensSocket(query: string): boolean {
  const ids = new URLSearchParams(query).getAll('sid');
  return ids.length === 0 || ids.includes('');
}

/** A call that does the same whether it arrives once or twice, and has no body that could be read only once. */
export function isRepeatable({ method, body }: ApiCall): boolean {
  return isRead(method) && body.kind === 'none';
}

/** A short key. A session is up to 4,096 characters of the client's choice, inside a string that holds all its headers. */
export function hashed(text: string): string {
  return hash('sha256', text, 'base64url');
}

type Limited = Pick<ApiCall, 'body' | 'bodyLimit'>;

/** Enough for any email and password; a longer body could hide the account from the rate limits. */
const credentialsLimit = 16 * 1024;
const pictureLimit = 6 * 1024 * 1024;

/** The most bytes that the body of such a call may have. */
function bodyLimitOf({ bodySize }: CallRules, bodyLimit: number): number {
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

/** The body that the headers announce, before any of it is read. */
function announcedBody({ headers }: IncomingMessage): RequestBody {
  if (headers['transfer-encoding'] !== undefined) return { kind: 'chunked' };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { kind: 'sized', length } : { kind: 'none' };
}
