import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Stream } from 'node:stream';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { type CallFacts, isRepeatable } from '#server/request/call.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { IdleTimeouts, Watched } from './idle-timeout.ts';
import type { Reply } from './reply.ts';
import type { HeaderObject } from './request-headers.ts';
import { createUpstreamAgent, noteIdleTime } from './upstream-agent.ts';
import { UpstreamFault } from './upstream-fault.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';

export type ProxyPlugin = Plugin<IncomingMessage, ServerResponse>;

/** A call on its way through the gateway. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly facts: CallFacts;
  /** Prefix, path and query for the upstream, byte for byte as the client wrote them. */
  readonly upstreamPath: string;
  /** The complete header of the upstream request. */
  readonly headers: HeaderObject;
  /** Notices an upstream, or a client with more to send, that stays silent. */
  readonly idleTimeouts: IdleTimeouts;
  createReply(): Reply;
  /** The upstream gave no answer, or only a part of it. At most once for a call, and not when the client has gone. */
  fail(fault: UpstreamFault): void;
  /** The client's body was too large or too slow. Nothing more of it may reach the upstream. */
  refuse(error: GatewayError): void;
}

/** The way to the upstream and back. */
export interface HpmTransport {
  forward(call: Call): void;
  close(): void;
}

export interface HpmOptions {
  readonly origin: UpstreamOrigin;
  /** Finds the upstream's addresses for a new connection. */
  readonly lookup: LookupFunction;
  /** How long a connection to the upstream may take to open, in milliseconds. */
  readonly connectMs: number;
  /** More plugins of http-proxy-middleware. */
  readonly plugins?: readonly ProxyPlugin[];
}

/** One try to get an answer; the library's own timeout could not tell a silent upstream from a slow client. */
interface Attempt extends Watched {
  readonly call: Call;
  proxyReq: ClientRequest | undefined;
  /** The client does not read at the moment, so silence of the upstream is no fault. */
  isPaused: boolean;
  /** Answered, refused or failed: later events of the library about it are ignored. */
  isSettled: boolean;
  /** The reason, when we know better than the error that the library will report. */
  fault?: UpstreamFault;
}

/**
 * The library's events name the request only, so the request carries its attempt. In a WeakMap each entry would outlive
 * its call by several garbage collections, together with all it refers to.
 */
interface AttemptedRequest extends IncomingMessage {
  attempt?: Attempt;
}

/** The body that the library sends for a request without one: it ends at once, without the machinery of a pipe. */
class NoBody extends Stream {
  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
    target.end();
    return target;
  }
}

/**
 * http-proxy-middleware with connections of our own, without its default plugins. `Reply` writes the answer: the library
 * could not replace its headers safely.
 */
export function createHpmTransport({ origin, lookup, connectMs, plugins = [] }: HpmOptions): HpmTransport {
  const { Agent } = origin.protocol === 'https:' ? https : http;
  const pooled = createUpstreamAgent(origin, lookup);
  const unpooled = new Agent({ lookup });

  function fail(attempt: Attempt, error: unknown): void {
    if (attempt.isSettled) return;
    const { call, proxyReq } = attempt;
    const { req, res, facts } = call;
    call.idleTimeouts.forget(attempt);
    const fault = attempt.fault ?? UpstreamFault.from(error);
    if (res.destroyed || req.socket.destroyed) {
      attempt.isSettled = true;
      return;
    }
    // The upstream closed a kept connection at the very moment we used it again: it never saw the call.
    const diedIdle = fault.kind === 'reset' && proxyReq?.reusedSocket === true && !res.headersSent;
    if (diedIdle && isRepeatable(facts)) {
      // The second request is the last one, because its connection is always new.
      attempt.proxyReq = undefined;
      send(attempt, again);
      return;
    }
    attempt.isSettled = true;
    call.fail(fault);
  }

  function refuse(attempt: Attempt, code: 'too_large' | 'request_timeout'): void {
    attempt.call.idleTimeouts.forget(attempt);
    attempt.isSettled = true;
    attempt.proxyReq?.destroy();
    attempt.call.refuse(new GatewayError(code));
  }

  function giveUp(attempt: Attempt): void {
    const { call, proxyReq } = attempt;
    if (attempt.isSettled) return;
    if (attempt.isPaused) {
      call.idleTimeouts.watch(attempt);
      return;
    }
    // The upstream has read everything so far: the client is late with the rest of its body.
    if (!call.req.complete && !proxyReq?.writableNeedDrain) refuse(attempt, 'request_timeout');
    else {
      attempt.fault = new UpstreamFault('timeout');
      proxyReq?.destroy(attempt.fault);
    }
  }

  /** Runs when the request has its connection, in the same tick in which the library starts to pass the body on. */
  function begin(attempt: Attempt, proxyReq: ClientRequest): void {
    const { call } = attempt;
    const { req, res, facts } = call;
    attempt.proxyReq = proxyReq;
    call.idleTimeouts.watch(attempt);
    proxyReq.on('close', () => call.idleTimeouts.forget(attempt));
    const { socket } = proxyReq;
    if (socket?.connecting) {
      const timer = setTimeout(() => giveUp(attempt), connectMs).unref();
      socket.once(origin.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      socket.once('close', () => clearTimeout(timer));
    }
    if (facts.body.kind === 'none') return;
    if (facts.expectsContinue) res.writeContinue();
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      attempt.silentChecks = 0;
      if (size > facts.bodyLimit && !attempt.isSettled) refuse(attempt, 'too_large');
    });
  }

  function relay(attempt: Attempt, proxyRes: IncomingMessage): void {
    const { call } = attempt;
    noteIdleTime(proxyRes);
    const reply = call.createReply();
    // Registered before the library's own listener, which would cut the client's connection before an error is sent.
    proxyRes.on('error', (error) => fail(attempt, error));
    // If refused here, the rest stays unread until the library destroys it together with our response.
    if (!reply.head(proxyRes.statusCode ?? 0, proxyRes.rawHeaders)) return;
    if (reply.isEventStream) call.idleTimeouts.forget(attempt);
    const resume = (): void => {
      attempt.isPaused = false;
      attempt.silentChecks = 0;
      proxyRes.resume();
    };
    attempt.silentChecks = 0;
    proxyRes.on('data', (chunk: Buffer) => {
      attempt.silentChecks = 0;
      if (reply.write(chunk, resume)) return;
      attempt.isPaused = true;
      proxyRes.pause();
    });
    proxyRes.on('end', () => reply.end());
  }

  const events: Plugin<AttemptedRequest, ServerResponse> = (proxy) => {
    proxy.on('start', (req) => {
      if (req.attempt !== undefined) req.url = req.attempt.call.upstreamPath;
    });
    proxy.on('proxyReq', (proxyReq, { attempt }) => {
      if (attempt !== undefined) begin(attempt, proxyReq);
    });
    proxy.on('proxyRes', (proxyRes, { attempt }) => {
      if (attempt !== undefined && !attempt.isSettled) relay(attempt, proxyRes);
    });
    // Without these two listeners a fault would end the process.
    proxy.on('error', (error, req) => {
      if (req?.attempt !== undefined) fail(req.attempt, error);
    });
    proxy.on('econnreset', (_error, { attempt }) => {
      if (attempt !== undefined) attempt.isSettled = true;
    });
  };

  const middleware = (agent: http.Agent, body?: Stream) =>
    createProxyMiddleware<AttemptedRequest, ServerResponse>({
      target: { protocol: origin.protocol, host: origin.hostname, port: origin.port },
      agent,
      ejectPlugins: true,
      plugins: [events, ...plugins],
      selfHandleResponse: true,
      pathFilter: () => true,
      ...(body === undefined ? {} : { buffer: body }),
    });
  const streamed = middleware(pooled);
  const bodiless = middleware(pooled, new NoBody());
  // Only calls without a body are repeated.
  const again = middleware(unpooled, new NoBody());

  function send(attempt: Attempt, proxy: typeof streamed): void {
    const { req, res } = attempt.call;
    // The library parses `req.url` for its path filter before anything else; the event `start` sets the real one.
    req.url = '';
    void proxy(req, res, (error) => fail(attempt, error));
  }

  function attemptOf(call: Call): Attempt {
    const attempt: Attempt = {
      call,
      proxyReq: undefined,
      isSettled: false,
      isPaused: false,
      silentChecks: 0,
      index: undefined,
      onSilence: () => giveUp(attempt),
    };
    (call.req as AttemptedRequest).attempt = attempt;
    if (call.facts.body.kind === 'chunked') call.headers['transfer-encoding'] = 'chunked';
    // The library copies them to the upstream request.
    call.req.headers = call.headers as http.IncomingHttpHeaders;
    return attempt;
  }

  return {
    forward: (call) => send(attemptOf(call), call.facts.body.kind === 'none' ? bodiless : streamed),
    close() {
      pooled.destroy();
      unpooled.destroy();
    },
  };
}
