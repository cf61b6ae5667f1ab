import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { Stream } from 'node:stream';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { isRepeatable } from '#server/request/call.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { Watched } from './idle-timeout.ts';
import { headerObject } from './request-headers.ts';
import type { Call, Transport, TransportOptions } from './transport.ts';
import { UpstreamFault } from './upstream-fault.ts';

export type ProxyPlugin = Plugin<IncomingMessage, ServerResponse>;

export interface HpmTransport extends Transport {
  /** Sends the call again, over a connection of its own; the caller knows that it has not been answered. */
  retry(call: Call): void;
}

export interface HpmOptions extends TransportOptions {
  /** More plugins of http-proxy-middleware. */
  readonly plugins?: readonly ProxyPlugin[];
}

/** One try to get an answer; the library's own timeout could not tell a silent upstream from a slow client. */
interface Attempt extends Watched {
  readonly call: Call;
  proxyReq?: ClientRequest;
  /** The client takes nothing at the moment, so that the upstream has to be silent. */
  isPaused: boolean;
  isRetry: boolean;
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
 * The default transport: http-proxy-middleware with its own connections, without its default plugins. The answer is
 * written by `Reply`, so that headers, faults and back-pressure are the same in every transport.
 */
export function createHpmTransport({ origin, lookup, connectMs, plugins = [] }: HpmOptions): HpmTransport {
  const { Agent } = origin.protocol === 'https:' ? https : http;
  // Long polls hold a connection each; a limit here would make every other call wait behind them.
  const pooled = new Agent({ lookup, keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 });
  const unpooled = new Agent({ lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

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
    if (diedIdle && !attempt.isRetry && isRepeatable(facts)) {
      attempt.isRetry = true;
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
    // An upstream that has read all we have is not to blame for what the client does not send.
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
    const reply = call.createReply();
    // Before the library's own listener, which would cut a client that has not been told anything yet.
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

  function attemptOf(call: Call, isRetry: boolean): Attempt {
    const attempt: Attempt = {
      call,
      isRetry,
      isSettled: false,
      isPaused: false,
      silentChecks: 0,
      index: undefined,
      onSilence: () => giveUp(attempt),
    };
    (call.req as AttemptedRequest).attempt = attempt;
    const headers = headerObject(call.headers);
    if (call.facts.body.kind === 'chunked') headers['transfer-encoding'] = 'chunked';
    // The library copies them to the upstream request.
    call.req.headers = headers as http.IncomingHttpHeaders;
    return attempt;
  }

  return {
    forward: (call) => send(attemptOf(call, false), call.facts.body.kind === 'none' ? bodiless : streamed),
    retry: (call) => send(attemptOf(call, true), again),
    close() {
      pooled.destroy();
      unpooled.destroy();
    },
  };
}
