import type { IncomingMessage } from 'node:http';
import { callRules } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { apiMount } from '#server/request/target.ts';
import { endToEndHeaders, type HeaderObject } from './hop-by-hop.ts';

/**
 * Headers about the client or the target that only the gateway may write. Those from `x-original-url` on would let an
 * upstream see another path, host or method than the guards have checked.
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
  readonly cookies: (facts: ApiCall) => string | undefined;
}

/** The complete header of an upstream request. */
export type RequestHeaders = (
  req: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  facts: ApiCall,
) => HeaderObject;

export function createRequestHeaders({ host, viaToken, cookies }: RequestHeaderOptions): RequestHeaders {
  return (req, facts) => {
    const { client, requestId, kind } = facts;
    // The password filter has to read the reply, which must therefore come whole and unpacked.
    const isRead = callRules[kind].replyMayHoldPassword;
    const headers: HeaderObject = { host };
    for (const [name, lines] of endToEndHeaders(req)) {
      if (withheld.has(name) || name.startsWith('x-forwarded-')) continue;
      if (isRead && (name === 'accept-encoding' || name === 'range')) continue;
      const [first = ''] = lines;
      headers[name] = lines.length === 1 ? first : lines;
    }
    if (isRead) headers['accept-encoding'] = 'identity';
    const cookie = cookies(facts);
    if (cookie !== undefined) headers.cookie = cookie;
    headers['x-forwarded-for'] = client.ip;
    headers['x-forwarded-proto'] = client.proto;
    if (client.host !== '') headers['x-forwarded-host'] = client.host;
    headers['x-forwarded-prefix'] = apiMount;
    headers['x-request-id'] = requestId;
    const { via } = req.headers;
    headers.via = via === undefined ? `1.1 ${viaToken}` : `${via}, 1.1 ${viaToken}`;
    return headers;
  };
}
