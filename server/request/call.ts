import type { IncomingMessage } from 'node:http';
import type { GatewayConfig } from '#server/config/config.ts';
import { announcedBody, type RequestBody } from './body.ts';
import { type CallKind, type CallRules, callKindOf, callRules } from './call-kind.ts';
import { GatewayError } from './errors.ts';
import type { RequestFacts } from './identify.ts';
import { queryOf } from './target.ts';

/** A call below /api: what guards, limits, the proxy and the log need to know of it. */
export interface CallFacts
  extends Pick<RequestFacts, 'requestId' | 'client' | 'cookies' | 'session' | 'sessionCookie'> {
  readonly method: string;
  /** Relative to the API base, in the spelling of `apiPaths`. What is forwarded are the client's own bytes. */
  readonly path: string;
  readonly kind: CallKind;
  /** It opens a live connection, as Engine.IO understands its query. */
  readonly opensSocket: boolean;
  readonly body: RequestBody;
  /** The largest body that this call may carry, in bytes. */
  readonly bodyLimit: number;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean;
  /** The answer to a login: the password was right, and the account has a second factor. */
  asksForCode?: boolean;
  /** Set-Cookie lines of the gateway's own for this answer; `rawHeaders` are the upstream's. */
  ownCookies?: (status: number, rawHeaders: readonly string[]) => readonly string[];
}

/** Reads a request below /api. Throws `not_found` for the mount itself. */
export type ReadCall = (req: IncomingMessage, facts: RequestFacts) => CallFacts;

export function createReadCall(config: Pick<GatewayConfig, 'bodyLimit' | 'mediaBodyLimit'>): ReadCall {
  return (req, { requestId, client, cookies, session, sessionCookie, callPath }) => {
    if (callPath === undefined) throw new GatewayError('not_found');
    const method = req.method ?? 'GET';
    const kind = callKindOf(method, callPath);
    return {
      requestId,
      client,
      cookies,
      session,
      sessionCookie,
      method,
      path: callPath,
      kind,
      opensSocket: kind === 'socket' && opensSocket(queryOf(req.url ?? '')),
      body: announcedBody(req),
      bodyLimit: bodyLimitOf(callRules[kind], config),
      expectsContinue: req.headers.expect !== undefined,
    };
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

/** Enough for any email and password; a longer body could hide the account from the rate limits. */
const credentialsLimit = 16 * 1024;

function bodyLimitOf(
  { bodySize }: CallRules,
  { bodyLimit, mediaBodyLimit }: Pick<GatewayConfig, 'bodyLimit' | 'mediaBodyLimit'>,
): number {
  if (bodySize === 'media') return mediaBodyLimit;
  return bodySize === 'credentials' ? Math.min(credentialsLimit, bodyLimit) : bodyLimit;
}

/** A call that does the same whether it arrives once or twice, and has no body that could be read only once. */
export function isRepeatable({ method, body }: CallFacts): boolean {
  return (method === 'GET' || method === 'HEAD') && body.kind === 'none';
}
