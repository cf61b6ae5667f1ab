import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, validateHeaderValue } from 'node:http';
import { callRules } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { connectionTokens, isHopByHop } from './hop-by-hop.ts';
import { addHeader, type HeaderObject } from './request-headers.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** Headers that describe the upstream, and headers that the gateway sets itself, helmet's among them. */
const withheld = new Set([
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

type HeaderKind = 'passed' | 'dropped' | 'cookie' | 'cache-control' | 'location' | 'length' | 'type' | 'challenge';

const kinds: ReadonlyMap<string, HeaderKind> = new Map<string, HeaderKind>([
  ['set-cookie', 'cookie'],
  ['cache-control', 'cache-control'],
  ['location', 'location'],
  ['content-location', 'location'],
  ['content-length', 'length'],
  ['content-type', 'type'],
  ['www-authenticate', 'challenge'],
]);

/** Schemes for which a browser shows its own login box over the page. */
const browserChallenge = /(?:^|,)\s*(?:basic|digest|negotiate|ntlm)\b/i;

function kindOf(name: string): HeaderKind {
  if (isHopByHop(name) || withheld.has(name) || name.startsWith('access-control-')) return 'dropped';
  return kinds.get(name) ?? 'passed';
}

export interface ReplyHeaderRules {
  /** The line that leaves for one Set-Cookie line of the upstream, if any does. */
  setCookie(line: string, facts: ApiCall): string | undefined;
  location(value: string, facts: ApiCall): string;
}

/** The upstream's headers as they may leave, as a flat list. Never throws. */
export type ReplyHeaders = (facts: ApiCall, status: number, raw: readonly string[]) => string[];

export function createReplyHeaders(rules: ReplyHeaderRules): ReplyHeaders {
  return (facts, status, raw) => {
    const tokens = connectionTokens(raw);
    const list: string[] = [];
    const cookies: string[] = [];
    let cacheControl: string | undefined;
    const isBodiless = status === 204 || status === 304;
    for (let i = 0; i < raw.length; i += 2) {
      const name = raw[i] as string;
      const value = raw[i + 1] as string;
      const lower = name.toLowerCase();
      const kind = kindOf(lower);
      if (kind === 'cookie') {
        const line = rules.setCookie(value, facts);
        if (line !== undefined) cookies.push('Set-Cookie', line);
      } else if (kind === 'cache-control')
        cacheControl = cacheControl === undefined ? value : `${cacheControl}, ${value}`;
      else if (kind === 'location') list.push(name, rules.location(value, facts));
      else if (kind === 'challenge' && browserChallenge.test(value)) continue;
      else if (isBodiless && (kind === 'length' || (status === 304 && kind === 'type'))) continue;
      else if (kind !== 'dropped' && !tokens.has(lower)) list.push(name, value);
    }
    // A cookie on an answer that others may get from a cache would hand one person's session to the next.
    if (cookies.length > 0 && !isCacheable(facts.method, cacheControl)) list.push(...cookies);
    list.push('Cache-Control', cacheControl ?? 'no-store');
    return list;
  };
}

function isCacheable(method: string, cacheControl: string | undefined): boolean {
  if (cacheControl === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const text = cacheControl.toLowerCase();
  if (/\b(?:private|no-store|no-cache)\b/.test(text)) return false;
  return /\bpublic\b|\bs-maxage\b|\bimmutable\b|\bmax-age\s*=\s*"?0*[1-9]/.test(text);
}

/** The headers of an answer as they may leave. Throws an UpstreamFault for a head that cannot be passed on. */
export function responseHead(
  call: ApiCall,
  { statusCode: status = 0, rawHeaders }: IncomingMessage,
  res: ServerResponse,
  replyHeaders: ReplyHeaders,
): HeaderObject {
  if (status < 200 || status > 599) throw new UpstreamFault('invalid');
  const isRewritten = callRules[call.kind].replyMayHoldPassword;
  const list = replyHeaders(call, status, rawHeaders);
  const headers: HeaderObject = {};
  for (let i = 0; i < list.length; i += 2) {
    const name = (list[i] as string).toLowerCase();
    const value = list[i + 1] as string;
    if (isRewritten && describesBody.has(name)) continue;
    try {
      // The library leaves out in silence what Node refuses to write.
      validateHeaderValue(name, value);
    } catch (error) {
      throw new UpstreamFault('invalid', { cause: error });
    }
    // The library replaces what the response has already.
    if (!Object.hasOwn(headers, name) && res.hasHeader(name)) addHeader(headers, name, String(res.getHeader(name)));
    addHeader(headers, name, value);
  }
  return headers;
}

/** Headers about a body as the upstream sent it: of an answer without its passwords they are no longer true. */
const describesBody = new Set([
  ...['content-length', 'content-encoding', 'etag', 'content-md5', 'digest', 'content-digest', 'accept-ranges'],
]);

/** The library would copy the client's own `Connection`, or keep the connection of a gateway that shuts down. */
export function connectionHeaders({ shouldKeepAlive }: ServerResponse, keepAliveMs: number): OutgoingHttpHeaders {
  if (!shouldKeepAlive) return { connection: 'close' };
  return { connection: 'keep-alive', 'keep-alive': `timeout=${Math.floor(keepAliveMs / 1000)}` };
}
