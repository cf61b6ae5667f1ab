import type { IncomingMessage } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a page of another site makes a request that could change something. Browsers send Sec-Fetch-Site, older ones
 * Origin. A client that sends neither is no browser, and carries cookies only on purpose.
 */
export function isCrossSite(req: IncomingMessage, host: string): boolean {
  return !safeMethods.has(req.method ?? '') && comesFromElsewhere(req, host);
}

/** The same for requests that are never harmless, whatever their method. */
export function comesFromElsewhere(req: IncomingMessage, host: string): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = req.headers;
  return origin !== undefined && !isOwnOrigin(origin, host);
}

/** Whether Origin names our own host. Browsers send Origin with every WebSocket handshake, so a missing one is refused. */
export function isOwnOrigin(origin: string | undefined, host: string): boolean {
  const url = origin === undefined ? null : URL.parse(origin);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  // The scheme is taken from Origin: behind a TLS proxy that is not in TRUST_PROXY, the gateway's own would be wrong.
  const own = URL.parse(`${url.protocol}//${host}`);
  return own !== null && own.host === url.host && url.origin === origin?.toLowerCase();
}
