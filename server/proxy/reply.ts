import type { ServerResponse } from 'node:http';
import { cheapestBody } from '#runtime/cheapest-body.ts';
import type { CallFacts } from '#server/request/call.ts';
import { callRules } from '#server/request/call-kind.ts';
import { filteredReplyLimit, withoutPasswords } from '#server/security/password-filter.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { headerOf, type ReplyHeaders } from './reply-headers.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** One upstream answer on its way to the client. */
export interface Reply {
  /** False when the head could not be passed on; the client then gets an error, and the rest is unwanted. */
  head(status: number, rawHeaders: readonly string[]): boolean;
  /** False asks the source to pause until `onDrain`. */
  write(chunk: Buffer, onDrain: () => void): boolean;
  end(): void;
  /** An open-ended stream of events, in which silence is no fault. */
  readonly isEventStream: boolean;
}

export interface ReplyOptions {
  readonly facts: CallFacts;
  readonly res: ServerResponse;
  readonly replyHeaders: ReplyHeaders;
  /** How long a reader may take nothing before it is given up. */
  readonly writeStallMs: number;
  /** Called with every head that is passed on, before it is. */
  onHead(status: number): void;
  /** The answer cannot be passed on. */
  fail(fault: UpstreamFault): void;
}

export function createReply(options: ReplyOptions): Reply {
  const { replyMayHoldPassword, withoutRoute } = callRules[options.facts.kind];
  if (replyMayHoldPassword) return new FilteredReply(options);
  return withoutRoute === undefined ? new StreamedReply(options) : new ReplacedReply(options, withoutRoute);
}

const mostBytesAtOnce = 16 * 1024;

/** Passes the body on as it comes, with back-pressure; a client that stops reading is given up after a while. */
class StreamedReply implements Reply {
  readonly #options: ReplyOptions;
  readonly #res: ServerResponse;
  #stallTimer: NodeJS.Timeout | undefined;
  #hasBegun = false;
  #hasEnded = false;
  #length: number | undefined;
  isEventStream = false;

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.#res = options.res;
  }

  head(status: number, rawHeaders: readonly string[]): boolean {
    if (!sendHead(this.#options, status, rawHeaders)) return false;
    this.isEventStream = headerOf(rawHeaders, 'content-type')?.startsWith('text/event-stream') ?? false;
    // The head waits for the first bytes of the body, to leave in one packet with them; without a length it does not.
    const length = headerOf(rawHeaders, 'content-length');
    if (length !== undefined) this.#length = Number(length);
    else {
      setImmediate(() => {
        if (!this.#hasBegun && !this.#res.destroyed) this.#res.flushHeaders();
      });
    }
    return true;
  }

  write(chunk: Buffer, onDrain: () => void): boolean {
    if (!this.#hasBegun && chunk.length === this.#length && chunk.length <= mostBytesAtOnce) {
      // The whole body: it leaves in one write together with the head.
      this.#hasBegun = true;
      this.#hasEnded = true;
      this.#res.end(cheapestBody(chunk), 'latin1');
      return true;
    }
    this.#hasBegun = true;
    if (this.#res.write(chunk)) return true;
    if (this.#stallTimer === undefined) {
      this.#stallTimer = setTimeout(() => this.#res.destroy(), this.#options.writeStallMs).unref();
      this.#res.once('drain', () => {
        clearTimeout(this.#stallTimer);
        this.#stallTimer = undefined;
        onDrain();
      });
    }
    return false;
  }

  end(): void {
    this.#hasBegun = true;
    if (!this.#hasEnded) this.#res.end();
  }
}

/** Answers 200 with a body of ours where the upstream answers 404; every other answer is passed on. */
class ReplacedReply extends StreamedReply {
  readonly #options: ReplyOptions;
  readonly #body: string;
  #isReplaced = false;

  constructor(options: ReplyOptions, body: string) {
    super(options);
    this.#options = options;
    this.#body = body;
  }

  override head(status: number, rawHeaders: readonly string[]): boolean {
    if (status !== 404) return super.head(status, rawHeaders);
    this.#isReplaced = true;
    const length = String(Buffer.byteLength(this.#body));
    return sendHead(this.#options, 200, ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', length]);
  }

  override write(chunk: Buffer, onDrain: () => void): boolean {
    return this.#isReplaced || super.write(chunk, onDrain);
  }

  override end(): void {
    if (this.#isReplaced) this.#options.res.end(this.#body);
    else super.end();
  }
}

/** Reads the whole body, bounded, and sends it without password hashes. */
class FilteredReply implements Reply {
  readonly #options: ReplyOptions;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #rawHeaders: readonly string[] = [];
  #size = 0;
  readonly isEventStream = false;

  constructor(options: ReplyOptions) {
    this.#options = options;
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
    const succeeded = this.#status < 300;
    const encoding = headerOf(this.#rawHeaders, 'content-encoding');
    const body =
      this.#size > filteredReplyLimit ? undefined : withoutPasswords(Buffer.concat(this.#chunks), encoding, succeeded);
    if (body === undefined) {
      this.#options.fail(new UpstreamFault('invalid'));
      return;
    }
    if (this.#status === 401) this.#options.facts.asksForCode = asksForCode(body);
    const headers = withoutBodyHeaders(this.#rawHeaders);
    if (this.#status !== 204 && this.#status !== 304) headers.push('Content-Length', String(body.length));
    if (sendHead(this.#options, this.#status, headers)) this.#options.res.end(body);
  }
}

function asksForCode(body: Buffer): boolean {
  try {
    return JSON.parse(body.toString('utf8'))?.code === ('second_factor_required' satisfies ErrorCode);
  } catch {
    return false;
  }
}

function sendHead(
  { facts, res, replyHeaders, onHead, fail }: ReplyOptions,
  status: number,
  rawHeaders: readonly string[],
): boolean {
  if (status >= 200 && status <= 599) {
    onHead(status);
    const headers = replyHeaders(facts, status, rawHeaders);
    for (const line of facts.ownCookies?.(status, rawHeaders) ?? []) headers.push('Set-Cookie', line);
    try {
      setHeaders(res, headers);
      res.writeHead(status);
      return true;
    } catch {
      // Node's parser lets header bytes in that its writer refuses, after it has taken the headers before them.
      for (let i = 0; i < headers.length; i += 2) res.removeHeader(headers[i] as string);
    }
  }
  fail(new UpstreamFault('invalid'));
  return false;
}

/**
 * Not by `writeHead` with a list: helmet's headers are set already, and it would then remove and check every header
 * again.
 */
function setHeaders(res: ServerResponse, list: readonly string[]): void {
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string;
    const value = list[i + 1] as string;
    if (res.hasHeader(name)) res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
}

/** Headers that describe the body as the upstream sent it, and are no longer true of the filtered one. */
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
