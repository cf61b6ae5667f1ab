import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { Stream } from 'node:stream';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { type Call, isRepeatable } from './call.ts';
import type { Speaker } from './idle-timeout.ts';
import type { Lane, LaneDeps } from './transport.ts';
import { UpstreamFault } from './upstream-fault.ts';
import { headerObject } from './upstream-origin.ts';

export interface GeneralLane extends Lane {
  /** Sends the call again, over a connection of its own; the caller knows that it has not been answered. */
  retry(call: Call): void;
}

/** Watched while we wait for the upstream; the library's own clock could not tell its silence from a slow client. */
interface Attempt extends Speaker {
  readonly call: Call;
  proxyReq?: ClientRequest;
  /** The client takes nothing at the moment, so that the upstream has to be silent. */
  isPaused: boolean;
  isRetry: boolean;
  /** Answered, refused or failed: whatever else the library reports about it comes too late. */
  isSettled: boolean;
  /** What we know better than the error that the library will report. */
  fault?: UpstreamFault;
}

/**
 * The library's events name a request only, so that carries its attempt. In a WeakMap each entry would outlive its call
 * by several collections, together with all it refers to.
 */
interface AttemptedRequest extends IncomingMessage {
  attempt?: Attempt;
}

/** What the library sends in place of a body that there is not: at once, without the machinery of a pipe. */
class NoBody extends Stream {
  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
    target.end();
    return target;
  }
}

/**
 * The path for every kind of call: http-proxy-middleware with its own connections, without its default plugins, and
 * with the answer written by us, so that headers, faults and back-pressure are the same in every lane.
 */
export function createGeneralLane(deps: LaneDeps): GeneralLane {
  const { origin, onFault, onRefused } = deps;
  const { Agent } = origin.protocol === 'https:' ? https : http;
  // Long polls hold a connection each; a limit here would make every other call wait behind them.
  const { lookup } = deps;
  const pooled = new Agent({ lookup, keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 });
  const unpooled = new Agent({ lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

  function fail(attempt: Attempt, error: unknown): void {
    if (attempt.isSettled) return;
    const { call, proxyReq } = attempt;
    call.silences.forget(attempt);
    const fault = attempt.fault ?? UpstreamFault.from(error);
    if (call.res.destroyed || call.req.socket.destroyed) {
      attempt.isSettled = true;
      return;
    }
    // The upstream closed a kept connection at the very moment we used it again: it never saw the call.
    const diedIdle = fault.kind === 'reset' && proxyReq?.reusedSocket === true && !call.res.headersSent;
    if (diedIdle && !attempt.isRetry && isRepeatable(call)) {
      attempt.isRetry = true;
      send(attempt, again);
      return;
    }
    attempt.isSettled = true;
    onFault(call, fault);
  }

  function refuse(attempt: Attempt, code: 'too_large' | 'request_timeout'): void {
    attempt.call.silences.forget(attempt);
    attempt.isSettled = true;
    attempt.proxyReq?.destroy();
    onRefused(attempt.call, code);
  }

  function giveUp(attempt: Attempt): void {
    const { call, proxyReq } = attempt;
    if (attempt.isSettled) return;
    if (attempt.isPaused) {
      call.silences.watch(attempt);
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
    attempt.proxyReq = proxyReq;
    call.silences.watch(attempt);
    proxyReq.on('close', () => call.silences.forget(attempt));
    const { socket } = proxyReq;
    if (socket?.connecting) {
      const timer = setTimeout(() => giveUp(attempt), deps.connectMs).unref();
      socket.once(origin.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      socket.once('close', () => clearTimeout(timer));
    }
    if (call.body.kind === 'none') return;
    if (call.expectsContinue) call.res.writeContinue();
    let size = 0;
    call.req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      attempt.silentLooks = 0;
      if (size > call.bodyLimit && !attempt.isSettled) refuse(attempt, 'too_large');
    });
  }

  function relay(attempt: Attempt, proxyRes: IncomingMessage): void {
    const reply = deps.createReply(attempt.call);
    // Before the library's own listener, which would cut a client that has not been told anything yet.
    proxyRes.on('error', (error) => fail(attempt, error));
    // If refused here, it stays unread until the library destroys it together with our response.
    if (!reply.head(proxyRes.statusCode ?? 0, proxyRes.rawHeaders)) return;
    if (reply.isEventStream) attempt.call.silences.forget(attempt);
    const resume = (): void => {
      attempt.isPaused = false;
      attempt.silentLooks = 0;
      proxyRes.resume();
    };
    attempt.silentLooks = 0;
    proxyRes.on('data', (chunk: Buffer) => {
      attempt.silentLooks = 0;
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
      plugins: [events],
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
    // Before anything else, the library parses an address that is there for its path filter; so it gets it afterwards.
    req.url = '';
    void proxy(req, res, (error) => fail(attempt, error));
  }

  function attemptOf(call: Call, isRetry: boolean): Attempt {
    const attempt: Attempt = {
      call,
      isRetry,
      isSettled: false,
      isPaused: false,
      silentLooks: 0,
      place: undefined,
      onSilence: () => giveUp(attempt),
    };
    (call.req as AttemptedRequest).attempt = attempt;
    const headers = headerObject(deps.headers(call));
    if (call.body.kind === 'chunked') headers['transfer-encoding'] = 'chunked';
    // The library copies it to the upstream request.
    call.req.headers = headers as http.IncomingHttpHeaders;
    return attempt;
  }

  return {
    forward: (call) => send(attemptOf(call, false), call.body.kind === 'none' ? bodiless : streamed),
    retry: (call) => send(attemptOf(call, true), again),
    close() {
      pooled.destroy();
      unpooled.destroy();
    },
  };
}
