import type { IncomingMessage } from 'node:http';

/**
 * Whether a handshake comes from a page of this site or from a client without an Origin header. The gateway checks this
 * too and forwards the Host that the browser used; this check protects an upstream that is reached directly.
 */
export function isSameOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const forwarded = request.headers['x-forwarded-host'];
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? request.headers.host;
  if (host === undefined || !URL.canParse(origin)) return false;
  const { host: originHost, protocol } = new URL(origin);
  // `URL` drops a default port, and which port is the default depends on the scheme.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}
