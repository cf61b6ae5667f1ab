import type { IncomingMessage } from 'node:http';
import type { GatewayConfig } from '#server/config.ts';
import { announcesTooMuch, readCall } from '#server/request/call.ts';
import { isSafe } from '#server/request/call-kind.ts';
import type { ClientAddress } from '#server/request/client-address.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { ApiCall, Middleware, RequestFacts } from '#server/request/facts.ts';

export type Guards = ReturnType<typeof createGuards>;

/**
 * Our own hosts are PUBLIC_URL, the one that a trusted proxy names, and that of the Host header: a tunnel may rewrite Host
 * and Origin to a local name, and name the public one in X-Forwarded-Host. `viaToken` is the name of this gateway in `Via`.
 */
export function createGuards(
  { publicUrl, bodyLimit }: Pick<GatewayConfig, 'publicUrl' | 'bodyLimit'>,
  viaToken: string,
) {
  /** Whether Origin names our own host. Browsers send Origin with every WebSocket handshake, so a missing one is refused. */
  function isOwnOrigin({ headers: { origin, host = '' } }: IncomingMessage, client: ClientAddress): boolean {
    if (origin === undefined) return false;
    if (origin.toLowerCase() === publicUrl) return true;
    return isOriginOf(client.host, origin) || isOriginOf(host, origin);
  }

  /** Browsers send Sec-Fetch-Site, older ones Origin. A client that sends neither is no browser, and carries cookies only on purpose. */
  function comesFromElsewhere(req: IncomingMessage, client: ClientAddress): boolean {
    const site = req.headers['sec-fetch-site'];
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return req.headers.origin !== undefined && !isOwnOrigin(req, client);
  }

  /**
   * The checks that every call below /api must pass, a request or an upgrade: that it has not passed this gateway before,
   * that no other site asks, and that its body is not too large. Throws a GatewayError.
   */
  function check(req: IncomingMessage, facts: RequestFacts): ApiCall {
    const call = readCall(req, facts, bodyLimit);
    const { kind, client, session, method } = call;
    if (req.headers.via?.includes(viaToken)) throw new GatewayError('loop_detected');
    // Handshakes and polls of Socket.IO act for the user even as a GET, so no method of theirs is exempt.
    if ((kind === 'socket' || !isSafe(method)) && comesFromElsewhere(req, client)) throw new GatewayError('cross_site');
    if (kind === 'socket' && session === undefined) throw new GatewayError('unauthenticated');
    if (announcesTooMuch(call)) throw new GatewayError('too_large');
    return call;
  }

  const middleware: Middleware = (req, res, next) => {
    res.locals.call = check(req, res.locals);
    next();
  };

  return { check, isOwnOrigin, middleware };
}

function isOriginOf(host: string, origin: string): boolean {
  const url = URL.parse(origin);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  // The scheme is taken from Origin: behind a TLS proxy that is not in TRUST_PROXY, the gateway's own would be wrong.
  const own = URL.parse(`${url.protocol}//${host}`);
  return own !== null && own.host === url.host && url.origin === origin.toLowerCase();
}
