import type { ServerResponse } from 'node:http';
import { sendApiError } from '#server/request/errors.ts';
import { connectionTokens, isHopByHop } from '#server/request/hop-by-hop.ts';
import { remembered } from '#server/request/remembered.ts';
import { filteredReplyLimit, leaksPasswords, withoutPasswords } from '#server/security/password-filter.ts';
import { securityHeaders } from '#server/security/security-headers.ts';
import { cheapestBody } from '#server/site/cheapest-body.ts';
import type { Call, CallFacts } from './call.ts';
import { endSoon } from './end-soon.ts';

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
  /** Called with every head that is passed on, before it is. */
  onHead(call: CallFacts, status: number): void;
  /** A Set-Cookie line as it may leave, or undefined to withhold it. */
  setCookie(value: string, call: CallFacts): string | undefined;
  location(value: string): string;
  /** How long a reader may take nothing before it is given up. */
  writeStallMs: number;
}

type HeaderKind = 'passed' | 'dropped' | 'cookie' | 'cache-control' | 'location' | 'length' | 'type';

const kinds = new Map<string, HeaderKind>([
  ['set-cookie', 'cookie'],
  ['cache-control', 'cache-control'],
  ['location', 'location'],
  ['content-location', 'location'],
  ['content-length', 'length'],
  ['content-type', 'type'],
]);

/** What becomes of an upstream's header; its answers repeat the same few names. */
const kindOf = remembered((name): HeaderKind => {
  const lower = name.toLowerCase();
  if (isHopByHop(lower) || withheld.has(lower) || lower.startsWith('access-control-')) return 'dropped';
  return kinds.get(lower) ?? 'passed';
});

/** Removes what must not leave and adds what every API answer carries. Throws nothing; the result is a flat list. */
export function replyHeaders(call: CallFacts, status: number, raw: readonly string[], rules: ReplyRules): string[] {
  const tokens = connectionTokens(raw);
  const list: string[] = [];
  const cookies: string[] = [];
  let cacheControl: string | undefined;
  const bodiless = status === 204 || status === 304;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    const value = raw[i + 1] as string;
    const kind = kindOf(name);
    if (kind === 'cookie') {
      const kept = rules.setCookie(value, call);
      if (kept !== undefined) cookies.push('Set-Cookie', kept);
    } else if (kind === 'cache-control')
      cacheControl = cacheControl === undefined ? value : `${cacheControl}, ${value}`;
    else if (kind === 'location') list.push(name, rules.location(value));
    else if (bodiless && (kind === 'length' || (status === 304 && kind === 'type'))) continue;
    else if (kind === 'dropped' || (tokens.size > 0 && tokens.has(name.toLowerCase()))) continue;
    else list.push(name, value);
  }
  // A cookie on an answer that others may get from a cache would hand one person's session to the next.
  if (cookies.length > 0 && !isCacheable(call.method, cacheControl)) list.push(...cookies);
  list.push('Cache-Control', cacheControl ?? 'no-store', 'X-Request-Id', call.id, ...securityHeaders.api);
  return list;
}

function isCacheable(method: string, cacheControl: string | undefined): boolean {
  if (cacheControl === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const text = cacheControl.toLowerCase();
  if (/\b(?:private|no-store|no-cache)\b/.test(text)) return false;
  return /\bpublic\b|\bs-maxage\b|\bimmutable\b|\bmax-age\s*=\s*"?0*[1-9]/.test(text);
}

/** One upstream answer on its way to the client, whichever lane brings it. */
export interface Reply {
  /** False when the head could not be passed on; then the client has its answer already and the rest is unwanted. */
  head(status: number, rawHeaders: readonly string[]): boolean;
  /** False asks the source to pause until `onDrain`. */
  write(chunk: Buffer, onDrain: () => void): boolean;
  end(): void;
  /** An open-ended stream of events, in which silence is no fault. */
  readonly isEventStream: boolean;
}

const mostBytesAtOnce = 16 * 1024;

/** Passes the body on as it comes, with back-pressure; a client that stops reading is given up after a while. */
class UpstreamReply implements Reply {
  readonly #call: Call;
  readonly #rules: ReplyRules;
  readonly #res: ServerResponse;
  #stallTimer: NodeJS.Timeout | undefined;
  #began = false;
  #isEnding = false;
  #length: number | undefined;
  isEventStream = false;

  constructor(call: Call, rules: ReplyRules) {
    this.#call = call;
    this.#rules = rules;
    this.#res = call.res;
  }

  head(status: number, rawHeaders: readonly string[]): boolean {
    if (!sendHead(this.#call, status, rawHeaders, this.#rules)) return false;
    this.isEventStream = headerOf(rawHeaders, 'content-type')?.startsWith('text/event-stream') ?? false;
    // The head waits for the first bytes of the body, to leave in one packet with them; if none are there, it goes.
    const length = headerOf(rawHeaders, 'content-length');
    if (length !== undefined) this.#length = Number(length);
    else {
      setImmediate(() => {
        if (!this.#began && !this.#res.destroyed) this.#res.flushHeaders();
      });
    }
    return true;
  }

  write(chunk: Buffer, onDrain: () => void): boolean {
    if (!this.#began && chunk.length === this.#length && chunk.length <= mostBytesAtOnce) {
      // The whole body: it leaves in one write together with the head.
      this.#began = true;
      this.#isEnding = true;
      endSoon(this.#res, cheapestBody(chunk));
      return true;
    }
    this.#began = true;
    if (this.#res.write(chunk)) return true;
    if (this.#stallTimer === undefined) {
      this.#stallTimer = setTimeout(() => this.#res.destroy(), this.#rules.writeStallMs).unref();
      this.#res.once('drain', () => {
        clearTimeout(this.#stallTimer);
        this.#stallTimer = undefined;
        onDrain();
      });
    }
    return false;
  }

  end(): void {
    this.#began = true;
    if (!this.#isEnding) this.#res.end();
  }
}

/** Reads the whole body, bounded, and lets it out without password hashes. */
class FilteredReply implements Reply {
  readonly #call: Call;
  readonly #rules: ReplyRules;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #rawHeaders: readonly string[] = [];
  #size = 0;
  readonly isEventStream = false;

  constructor(call: Call, rules: ReplyRules) {
    this.#call = call;
    this.#rules = rules;
  }

  head(status: number, rawHeaders: readonly string[]): boolean {
    this.#status = status;
    this.#rawHeaders = rawHeaders;
    return true;
  }

  write(chunk: Buffer): boolean {
    this.#size += chunk.length;
    if (this.#size <= filteredReplyLimit) this.#chunks.push(chunk);
    return true;
  }

  end(): void {
    const { res, id } = this.#call;
    const succeeded = this.#status < 300;
    const encoding = headerOf(this.#rawHeaders, 'content-encoding');
    const body =
      this.#size > filteredReplyLimit ? undefined : withoutPasswords(Buffer.concat(this.#chunks), encoding, succeeded);
    if (body === undefined) {
      sendApiError(res, 'upstream_invalid', { requestId: id });
      return;
    }
    const headers = withoutBodyHeaders(this.#rawHeaders);
    if (this.#status !== 204 && this.#status !== 304) headers.push('Content-Length', String(body.length));
    if (sendHead(this.#call, this.#status, headers, this.#rules)) res.end(body);
  }
}

export function createReply(call: Call, rules: ReplyRules): Reply {
  return leaksPasswords(call.method, call.route) ? new FilteredReply(call, rules) : new UpstreamReply(call, rules);
}

function sendHead(call: Call, status: number, rawHeaders: readonly string[], rules: ReplyRules): boolean {
  const { res, id } = call;
  if (status >= 200 && status <= 599) {
    rules.onHead(call, status);
    try {
      res.writeHead(status, replyHeaders(call, status, rawHeaders, rules));
      return true;
    } catch {
      // Header bytes that the parser let in and the writer does not let out.
    }
  }
  sendApiError(res, 'upstream_invalid', { requestId: id });
  return false;
}

/** What describes the body as the upstream sent it, and is no longer true. */
const bodyHeaders = new Set([
  'content-length',
  'content-encoding',
  'etag',
  'content-md5',
  'digest',
  'content-digest',
  'accept-ranges',
]);

function withoutBodyHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    if (!bodyHeaders.has((raw[i] as string).toLowerCase())) kept.push(raw[i] as string, raw[i + 1] as string);
  }
  return kept;
}

function headerOf(raw: readonly string[], lowerName: string): string | undefined {
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) return raw[i + 1];
  }
  return undefined;
}
