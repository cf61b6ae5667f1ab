import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { callRules, isRead } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { apiMount } from '#server/request/target.ts';

/** Headers that belong to one connection (RFC 9110 7.6.1) and a proxy never passes on. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** A `Connection` header may name further headers to drop, but not these, which belong to the message. */
const endToEnd = new Set([
  'authorization',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'location',
  'origin',
  'set-cookie',
]);

/** Lower-case names; a repeated header is a list. */
export type HeaderObject = Record<string, string | string[]>;

/** The names of a message's headers that do not belong to its connection alone. */
function endToEndNames({
  headers: { connection = '' },
  headersDistinct,
}: Pick<IncomingMessage, 'headers' | 'headersDistinct'>): string[] {
  const named = connection.toLowerCase().split(/[\s,]+/);
  return Object.keys(headersDistinct).filter(
    (name) => !hopByHop.has(name) && (!named.includes(name) || endToEnd.has(name)),
  );
}

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

/** Client headers that the gateway writes itself, or that do not leave it. */
const withheldFromUpstream = new Set([...claims, 'host', 'expect', 'cookie', 'via']);

interface RequestHeaderOptions {
  /** The upstream's Host header. */
  readonly host: string;
  /** The name of this gateway in `Via`, by which it recognises a call that comes back. */
  readonly viaToken: string;
  /** The Cookie header for the upstream. */
  readonly cookies: (facts: ApiCall) => string | undefined;
}

/** Makes the complete header of an upstream request. */
export function createRequestHeaders({ host, viaToken, cookies }: RequestHeaderOptions) {
  return (req: Pick<IncomingMessage, 'headers' | 'headersDistinct'>, facts: ApiCall): HeaderObject => {
    const { client, requestId, kind } = facts;
    // The password filter has to read the reply, which must therefore come whole and unpacked.
    const isRead = callRules[kind].replyMayHoldPassword;
    const headers: HeaderObject = { host };
    for (const name of endToEndNames(req)) {
      if (withheldFromUpstream.has(name) || name.startsWith('x-forwarded-')) continue;
      if (isRead && (name === 'accept-encoding' || name === 'range')) continue;
      const lines = req.headersDistinct[name] ?? [];
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

/** Headers that describe the upstream, and headers that the gateway sets itself, helmet's among them. */
const withheldFromClient = new Set([
  'server',
  'x-powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-runtime',
  'x-generator',
  'via',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'strict-transport-security',
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'x-request-id',
]);

/** Headers about a body as the upstream sent it: of an answer without its passwords they are no longer true. */
const describesBody = new Set([
  'content-length',
  'content-encoding',
  'etag',
  'content-md5',
  'digest',
  'content-digest',
  'accept-ranges',
]);

/** Schemes for which a browser shows its own login box over the page. */
const browserChallenge = /(?:^|,)\s*(?:basic|digest|negotiate|ntlm)\b/i;

interface ReplyHeaderRules {
  /** The line that leaves for one Set-Cookie line of the upstream, if any does. */
  setCookie(line: string, call: ApiCall): string | undefined;
  location(value: string, call: ApiCall): string;
}

type Reply = Pick<IncomingMessage, 'statusCode' | 'headers' | 'headersDistinct'>;

/** Makes the headers of the upstream's answer as they may leave. Never throws. */
export function createReplyHeaders({ setCookie, location }: ReplyHeaderRules) {
  function leaving(name: string, lines: string[], call: ApiCall, status: number | undefined): string[] {
    switch (name) {
      case 'set-cookie':
        return lines.map((line) => setCookie(line, call)).filter((line) => line !== undefined);
      case 'cache-control':
        return [lines.join(', ')];
      case 'location':
      case 'content-location':
        return lines.map((line) => location(line, call));
      case 'www-authenticate':
        return lines.filter((line) => !browserChallenge.test(line));
      case 'content-length':
        return status === 204 || status === 304 ? [] : lines;
      case 'content-type':
        return status === 304 ? [] : lines;
      default:
        return lines;
    }
  }

  return (call: ApiCall, reply: Reply): HeaderObject => {
    const headers: HeaderObject = {};
    const isRewritten = callRules[call.kind].replyMayHoldPassword;
    for (const name of endToEndNames(reply)) {
      if (withheldFromClient.has(name) || name.startsWith('access-control-')) continue;
      if (isRewritten && describesBody.has(name)) continue;
      const left = leaving(name, reply.headersDistinct[name] ?? [], call, reply.statusCode);
      if (left.length > 0) headers[name] = left;
    }
    const cacheControl = String(headers['cache-control'] ?? 'no-store');
    headers['cache-control'] = cacheControl;
    // A cookie on an answer that others may get from a cache would hand one person's session to the next.
    if (isCacheable(call.method, cacheControl)) delete headers['set-cookie'];
    return headers;
  };
}

function isCacheable(method: string, cacheControl: string): boolean {
  if (!isRead(method)) return false;
  const text = cacheControl.toLowerCase();
  if (/\b(?:private|no-store|no-cache)\b/.test(text)) return false;
  return /\bpublic\b|\bs-maxage\b|\bimmutable\b|\bmax-age\s*=\s*"?0*[1-9]/.test(text);
}

/** The library would copy the client's own `Connection`, or keep the connection of a gateway that shuts down. */
export function connectionHeaders({ shouldKeepAlive }: ServerResponse, keepAliveMs: number): IncomingHttpHeaders {
  if (!shouldKeepAlive) return { connection: 'close' };
  return { connection: 'keep-alive', 'keep-alive': `timeout=${Math.floor(keepAliveMs / 1000)}` };
}
