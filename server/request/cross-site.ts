import type { IncomingMessage } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether another site's page is behind a request that could change something. Browsers say so themselves
 * (Sec-Fetch-Site); older ones are asked by Origin; who sends neither is no browser, and carries no one's cookies
 * without meaning to.
 */
export function isCrossSite(req: IncomingMessage, host: string): boolean {
  return !safeMethods.has(req.method ?? '') && comesFromElsewhere(req, host);
}

/** The same question for requests that are never harmless, whatever their method. */
export function comesFromElsewhere(req: IncomingMessage, host: string): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = req.headers;
  return origin !== undefined && !isOwnOrigin(origin, host);
}

/** A WebSocket handshake always carries an Origin when a browser makes it, so its absence is no excuse. */
export function isOwnOrigin(origin: string | undefined, host: string): boolean {
  const url = origin === undefined ? null : URL.parse(origin);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  // The scheme comes from Origin: behind a TLS proxy that nobody declared as trusted, ours would be wrong.
  const own = URL.parse(`${url.protocol}//${host}`);
  return own !== null && own.host === url.host && url.origin === origin?.toLowerCase();
}
