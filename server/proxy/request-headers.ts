import type { IncomingMessage } from 'node:http';
import type { CallFacts } from '#server/request/call.ts';
import { callRules } from '#server/request/call-kind.ts';
import { connectionTokens, isHopByHop } from '#server/request/hop-by-hop.ts';

/**
 * Headers about the client or the target that only the gateway may write. The last row would let a request be something
 * else than what the guards saw.
 */
const claims = [
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
];

const withheld = new Set([...claims, 'host', 'expect', 'cookie', 'via']);

export interface RequestHeaderOptions {
  /** The upstream's Host header. */
  readonly host: string;
  /** The name of this gateway in `Via`, by which it recognises a call that comes back. */
  readonly viaToken: string;
  /** The Cookie header for the upstream. */
  readonly cookies: (header: string | undefined, facts: CallFacts) => string | undefined;
}

/** The complete header of an upstream request, as a flat list with lower-case names. */
export type RequestHeaders = (req: IncomingMessage, facts: CallFacts) => string[];

export function createRequestHeaders({ host, viaToken, cookies }: RequestHeaderOptions): RequestHeaders {
  return (req, facts) => {
    const { rawHeaders, headers } = req;
    const { client, requestId, kind } = facts;
    const tokens = connectionTokens(rawHeaders);
    // The password filter has to read the reply, which must therefore come whole and unpacked.
    const isRead = callRules[kind].replyMayHoldPassword;
    const list: string[] = ['host', host];
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = (rawHeaders[i] as string).toLowerCase();
      if (isHopByHop(name) || withheld.has(name) || name.startsWith('x-forwarded-') || tokens.has(name)) continue;
      if (isRead && (name === 'accept-encoding' || name === 'range')) continue;
      list.push(name, rawHeaders[i + 1] as string);
    }
    if (isRead) list.push('accept-encoding', 'identity');
    const cookie = cookies(headers.cookie, facts);
    if (cookie !== undefined) list.push('cookie', cookie);
    list.push('x-forwarded-for', client.ip, 'x-forwarded-proto', client.proto);
    if (client.host !== '') list.push('x-forwarded-host', client.host);
    const via = headers.via === undefined ? '' : `${headers.via}, `;
    list.push('x-request-id', requestId, 'via', `${via}1.1 ${viaToken}`);
    return list;
  };
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
