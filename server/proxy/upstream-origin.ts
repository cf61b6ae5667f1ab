import { connectionTokens, isHopByHop } from '#server/request/hop-by-hop.ts';
import { remembered } from '#server/request/remembered.ts';
import { leaksPasswords } from '#server/security/password-filter.ts';
import type { CallFacts } from './call.ts';

/** Where the upstream is, taken apart once. */
export interface UpstreamOrigin {
  protocol: 'http:' | 'https:';
  /** Without brackets, as sockets want it. */
  hostname: string;
  port: number;
  /** What its Host header says. */
  host: string;
  /** Its path prefix without a trailing slash; empty for none. */
  prefix: string;
  /** `http://host:port` */
  origin: string;
}

export function parseUpstreamOrigin(url: URL): UpstreamOrigin {
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  return {
    protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (protocol === 'https:' ? 443 : 80),
    host: url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
    origin: url.origin,
  };
}

/**
 * Claims about who asks and what for, which only a proxy in front may make: the gateway writes its own. The last row
 * would let a request be something else than what the checks saw.
 */
const claims = new Set([
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-request-id',
  ...['x-original-url', 'x-rewrite-url', 'x-original-host', 'x-host', 'x-http-method', 'x-http-method-override'],
  'x-method-override',
]);

const replaced = new Set(['host', 'expect', 'cookie', 'via']);

/** Lower-case name of a header that is passed on, empty for one that is not; requests repeat the same few spellings. */
const passedName = remembered((name) => {
  const lower = name.toLowerCase();
  const isDropped = isHopByHop(lower) || claims.has(lower) || replaced.has(lower) || lower.startsWith('x-forwarded-');
  return isDropped ? '' : lower;
});

/**
 * The complete header of the upstream request as a flat list, lower-case names. `viaToken` names this gateway in
 * `Via`, so that a call that comes back is recognised.
 */
export function upstreamHeaders(call: CallFacts, host: string, viaToken: string): string[] {
  const { req, client } = call;
  const { rawHeaders } = req;
  const tokens = connectionTokens(rawHeaders);
  const readsReply = leaksPasswords(call.method, call.route);
  const list: string[] = ['host', host];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = passedName(rawHeaders[i] as string);
    if (name === '' || tokens.has(name)) continue;
    if (readsReply && (name === 'accept-encoding' || name === 'range')) continue;
    list.push(name, rawHeaders[i + 1] as string);
  }
  if (readsReply) list.push('accept-encoding', 'identity');
  if (call.cookieHeader !== undefined) list.push('cookie', call.cookieHeader);
  const { via } = req.headers;
  list.push('x-forwarded-for', client.ip, 'x-forwarded-proto', client.proto);
  if (client.host !== '') list.push('x-forwarded-host', client.host);
  list.push('x-request-id', call.id, 'via', via === undefined ? `1.1 ${viaToken}` : `${via}, 1.1 ${viaToken}`);
  return list;
}

/** The same as the object that node:http and http-proxy-middleware take; repeated names become lists. */
export function headerObject(flat: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i] as string;
    const value = flat[i + 1] as string;
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else headers[name] = [before, value];
  }
  return headers;
}
