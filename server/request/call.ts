import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookiesIn } from '#platform/cookies.ts';
import { announcedBody, bodyLimitOf } from './body.ts';
import { callKindOf, callRules } from './call-kind.ts';
import { GatewayError } from './errors.ts';
import type { ApiCall, RequestFacts } from './facts.ts';

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
    upstream: { isRepeated: false, isSettled: false, copied: [] },
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
  return (method === 'GET' || method === 'HEAD') && body.kind === 'none';
}

/** A short key. A session is up to 4,096 characters of the client's choice, inside a string that holds all its headers. */
export function hashed(text: string): string {
  return hash('sha256', text, 'base64url');
}
