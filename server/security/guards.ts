import type { IncomingMessage } from 'node:http';
import { announcesTooMuch } from '#server/request/body-limit.ts';
import type { ReadCall } from '#server/request/call.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { ApiCall, Middleware, RequestFacts } from '#server/request/facts.ts';
import type { CrossSite } from './cross-site.ts';

export interface GuardOptions {
  readonly readCall: ReadCall;
  /** The name of this gateway in `Via`. */
  readonly viaToken: string;
  readonly crossSite: CrossSite;
}

/**
 * The checks that every call below /api must pass, a request or an upgrade: that it has not passed this gateway before,
 * that no other site asks, and that its body is not too large. Throws a GatewayError.
 */
export type CheckCall = (req: IncomingMessage, facts: RequestFacts) => ApiCall;

export function createCheckCall({ readCall, viaToken, crossSite }: GuardOptions): CheckCall {
  return (req, facts) => {
    const call = readCall(req, facts);
    const { kind, client, session } = call;
    if (req.headers.via?.includes(viaToken)) throw new GatewayError('loop_detected');
    // Handshakes and polls of Socket.IO act for the user even as a GET, so no method of theirs is exempt.
    const isForeign =
      kind === 'socket' ? crossSite.comesFromElsewhere(req, client) : crossSite.isCrossSite(req, client);
    if (isForeign) throw new GatewayError('cross_site');
    if (kind === 'socket' && session === undefined) throw new GatewayError('unauthenticated');
    if (announcesTooMuch(call)) throw new GatewayError('too_large');
    return call;
  };
}

/** The same checks as middleware: the facts of the call are in `res.locals` afterwards. */
export function guardCalls(check: CheckCall): Middleware {
  return (req, res, next) => {
    res.locals.call = check(req, res.locals);
    next();
  };
}
