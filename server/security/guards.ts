import type { IncomingMessage } from 'node:http';
import { announcesTooMuch } from '#server/request/body.ts';
import type { ReadCall } from '#server/request/call.ts';
import { isSafe } from '#server/request/call-kind.ts';
import type { ClientAddress } from '#server/request/client-address.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { ApiCall, Middleware, RequestFacts } from '#server/request/facts.ts';

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

/** Whether a request comes from a page of another site. */
export interface CrossSite {
  /** Whether Origin names our own host. Browsers send Origin with every WebSocket handshake, so a missing one is refused. */
  isOwnOrigin(req: IncomingMessage, client: ClientAddress): boolean;
  /**
   * Whether a page of another site makes a request that could change something. Browsers send Sec-Fetch-Site, older ones
   * Origin. A client that sends neither is no browser, and carries cookies only on purpose.
   */
  isCrossSite(req: IncomingMessage, client: ClientAddress): boolean;
  /** The same for requests that are never harmless, whatever their method. */
  comesFromElsewhere(req: IncomingMessage, client: ClientAddress): boolean;
}

/**
 * Our own hosts are PUBLIC_URL, the one that a trusted proxy names, and that of the Host header: a tunnel may rewrite Host
 * and Origin to a local name, and name the public one in X-Forwarded-Host.
 */
export function createCrossSite(publicUrl: string | undefined): CrossSite {
  const isOwnOrigin: CrossSite['isOwnOrigin'] = ({ headers: { origin, host = '' } }, client) => {
    if (origin === undefined) return false;
    if (origin.toLowerCase() === publicUrl) return true;
    return isOriginOf(client.host, origin) || isOriginOf(host, origin);
  };
  const comesFromElsewhere: CrossSite['comesFromElsewhere'] = (req, client) => {
    const site = req.headers['sec-fetch-site'];
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return req.headers.origin !== undefined && !isOwnOrigin(req, client);
  };
  return {
    isOwnOrigin,
    comesFromElsewhere,
    isCrossSite: (req, client) => !isSafe(req.method ?? '') && comesFromElsewhere(req, client),
  };
}

function isOriginOf(host: string, origin: string): boolean {
  const url = URL.parse(origin);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  // The scheme is taken from Origin: behind a TLS proxy that is not in TRUST_PROXY, the gateway's own would be wrong.
  const own = URL.parse(`${url.protocol}//${host}`);
  return own !== null && own.host === url.host && url.origin === origin.toLowerCase();
}
