import type { ServerResponse } from 'node:http';
import type { Call } from './call.ts';
import { sendApiError } from './errors.ts';
import { connectionTokens, isHopByHop } from './hop-by-hop.ts';
import { securityHeaders } from './security-headers.ts';

/** What the upstream says about itself, and what only the gateway decides for this origin. */
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
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-request-id',
]);

export interface ReplyRules {
  /** A Set-Cookie line as it may leave, or undefined to withhold it. */
  setCookie(value: string, call: Call): string | undefined;
  location(value: string): string;
  /** Draining: the connection is not to be used again. */
  isDraining(): boolean;
  /** How long a reader may take nothing before it is given up. */
  writeStallMs: number;
}

/** Removes what must not leave and adds what every API answer carries. Throws nothing; the result is a flat list. */
export function replyHeaders(call: Call, status: number, raw: readonly string[], rules: ReplyRules): string[] {
  const tokens = connectionTokens(raw);
  const list: string[] = [];
  const cookies: string[] = [];
  let cacheControl: string | undefined;
  const bodiless = status === 204 || status === 304;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    const lower = name.toLowerCase();
    const value = raw[i + 1] as string;
    if (lower === 'set-cookie') {
      const kept = rules.setCookie(value, call);
      if (kept !== undefined) cookies.push('Set-Cookie', kept);
    } else if (lower === 'cache-control')
      cacheControl = cacheControl === undefined ? value : `${cacheControl}, ${value}`;
    else if (lower === 'location' || lower === 'content-location') list.push(name, rules.location(value));
    else if (bodiless && (lower === 'content-length' || (status === 304 && lower === 'content-type'))) continue;
    else if (isHopByHop(lower) || withheld.has(lower) || tokens.has(lower)) continue;
    else if (lower.startsWith('access-control-')) continue;
    else list.push(name, value);
  }
  // A cookie on an answer that others may get from a cache would hand one person's session to the next.
  if (cookies.length > 0 && !isCacheable(call.method, cacheControl)) list.push(...cookies);
  list.push('Cache-Control', cacheControl ?? 'no-store', 'X-Request-Id', call.id, ...securityHeaders.api);
  if (rules.isDraining()) list.push('Connection', 'close');
  return list;
}

function isCacheable(method: string, cacheControl: string | undefined): boolean {
  if (cacheControl === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const text = cacheControl.toLowerCase();
  if (/\b(?:private|no-store|no-cache)\b/.test(text)) return false;
  return /\bpublic\b|\bs-maxage\b|\bimmutable\b|\bmax-age\s*=\s*"?0*[1-9]/.test(text);
}

/**
 * Carries one upstream answer to the client, whichever lane brings it: headers cleaned, body passed on as it comes
 * with back-pressure, and a client that stops reading given up after a while.
 */
export class UpstreamReply {
  readonly #call: Call;
  readonly #rules: ReplyRules;
  readonly #res: ServerResponse;
  #stallTimer: NodeJS.Timeout | undefined;

  constructor(call: Call, rules: ReplyRules) {
    this.#call = call;
    this.#rules = rules;
    this.#res = call.res;
  }

  /** False when the head could not be passed on; then the client has its answer already and the rest is unwanted. */
  head(status: number, rawHeaders: readonly string[]): boolean {
    if (status < 200 || status > 599) {
      sendApiError(this.#res, 'upstream_invalid', { requestId: this.#call.id });
      return false;
    }
    try {
      this.#res.writeHead(status, replyHeaders(this.#call, status, rawHeaders, this.#rules));
      return true;
    } catch {
      // Header bytes that the parser let in and the writer does not let out.
      sendApiError(this.#res, 'upstream_invalid', { requestId: this.#call.id });
      return false;
    }
  }

  /** False asks the source to pause until `onDrain`. */
  write(chunk: Buffer, onDrain: () => void): boolean {
    if (this.#res.write(chunk)) return true;
    this.#stallTimer ??= setTimeout(() => this.#res.destroy(), this.#rules.writeStallMs).unref();
    this.#res.once('drain', () => {
      clearTimeout(this.#stallTimer);
      this.#stallTimer = undefined;
      onDrain();
    });
    return false;
  }

  end(): void {
    clearTimeout(this.#stallTimer);
    this.#res.end();
  }
}
