import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { callRules, isRead } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { endToEndHeaders, type HeaderObject } from './hop-by-hop.ts';

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

/** Headers about a body as the upstream sent it: of an answer without its passwords they are no longer true. */
const describesBody = new Set([
  ...['content-length', 'content-encoding', 'etag', 'content-md5', 'digest', 'content-digest', 'accept-ranges'],
]);

/** Schemes for which a browser shows its own login box over the page. */
const browserChallenge = /(?:^|,)\s*(?:basic|digest|negotiate|ntlm)\b/i;

export interface ReplyHeaderRules {
  /** The line that leaves for one Set-Cookie line of the upstream, if any does. */
  setCookie(line: string, call: ApiCall): string | undefined;
  location(value: string, call: ApiCall): string;
}

/** The headers of the upstream's answer as they may leave. Never throws. */
export type ReplyHeaders = (
  call: ApiCall,
  reply: Pick<IncomingMessage, 'statusCode' | 'headers' | 'headersDistinct'>,
) => HeaderObject;

export function createReplyHeaders({ setCookie, location }: ReplyHeaderRules): ReplyHeaders {
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

  return (call, reply) => {
    const headers: HeaderObject = {};
    const isRewritten = callRules[call.kind].replyMayHoldPassword;
    for (const [name, lines] of endToEndHeaders(reply)) {
      if (withheld.has(name) || name.startsWith('access-control-')) continue;
      if (isRewritten && describesBody.has(name)) continue;
      const left = leaving(name, lines, call, reply.statusCode);
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
