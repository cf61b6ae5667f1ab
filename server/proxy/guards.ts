import type { IncomingMessage } from 'node:http';
import type { GatewayConfig } from '#server/config/config.ts';
import { announcedBody } from '#server/request/body.ts';
import type { CallFacts } from '#server/request/call.ts';
import { type CallRules, callKindOf, callRules } from '#server/request/call-kind.ts';
import { comesFromElsewhere, isCrossSite } from '#server/request/cross-site.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { Middleware, RequestFacts } from '#server/request/identify.ts';
import { apiMount } from '#server/request/target.ts';
import type { CookiePolicy } from '#server/security/cookies.ts';
import type { Circuit } from './circuit.ts';

export interface GuardOptions {
  readonly config: Pick<GatewayConfig, 'bodyLimit' | 'mediaBodyLimit'>;
  /** The name of this gateway in `Via`. */
  readonly viaToken: string;
  readonly circuit: Circuit;
  readonly cookies: CookiePolicy;
}

/**
 * The checks that every call below /api must pass, a request or an upgrade: that it does not come back to us, that no
 * other site asks, that its body is not too large, and that the upstream is there. Throws a GatewayError.
 */
export type CheckCall = (req: IncomingMessage & { cookies?: unknown }, facts: RequestFacts) => CallFacts;

export function createCheckCall({ config, viaToken, circuit, cookies }: GuardOptions): CheckCall {
  return (req, { path, requestId, client }) => {
    if (path.length <= apiMount.length) throw new GatewayError('not_found');
    if (req.headers.via?.includes(viaToken)) throw new GatewayError('loop_detected');
    const method = req.method ?? 'GET';
    const callPath = path.slice(apiMount.length + 1);
    const kind = callKindOf(method, callPath);
    // A poll of a socket acts for the person whatever its method is, and so does its handshake.
    const isForeign = kind === 'socket' ? comesFromElsewhere(req, client.host) : isCrossSite(req, client.host);
    if (isForeign) throw new GatewayError('cross_site');
    const body = announcedBody(req);
    const bodyLimit = bodyLimitOf(callRules[kind], config);
    if (body.kind === 'sized' && body.length > bodyLimit) throw new GatewayError('too_large');
    const permission = circuit.ask();
    if (!permission.allowed) {
      throw new GatewayError('unavailable', { headers: ['Retry-After', String(permission.retryAfterSeconds)] });
    }
    return {
      requestId,
      client,
      method,
      path: callPath,
      kind,
      session: cookies.session(req.cookies, client),
      body,
      bodyLimit,
      expectsContinue: req.headers.expect !== undefined,
    };
  };
}

/** The same checks as middleware: the facts of the call are in `res.locals` afterwards. */
export function guardCalls(check: CheckCall): Middleware {
  return (req, res, next) => {
    res.locals.call = check(req, res.locals);
    next();
  };
}

/** Enough for any email and password; a longer body could hide the account from the rate limits. */
const credentialsLimit = 16 * 1024;

function bodyLimitOf({ bodySize }: CallRules, { bodyLimit, mediaBodyLimit }: GuardOptions['config']): number {
  if (bodySize === 'media') return mediaBodyLimit;
  return bodySize === 'credentials' ? Math.min(credentialsLimit, bodyLimit) : bodyLimit;
}
