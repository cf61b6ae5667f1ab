import type { IncomingMessage } from 'node:http';

/**
 * Whether a handshake comes from a page of this very site, or from no page at all. The gateway checks it too and says
 * which host the browser asked for; a page of another site that got past it is refused here.
 */
export function isSameOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const forwarded = request.headers['x-forwarded-host'];
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? request.headers.host;
  if (host === undefined || !URL.canParse(origin)) return false;
  const { host: originHost, protocol } = new URL(origin);
  // The default port may or may not be written out; which of the two is the default depends on the scheme.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}
