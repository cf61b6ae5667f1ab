import type { IncomingMessage } from 'node:http';
import { isSafe } from '#server/request/call-kind.ts';
import type { ClientAddress } from '#server/request/client-address.ts';

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
