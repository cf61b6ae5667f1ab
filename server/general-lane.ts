import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { type Call, isRepeatable } from './call.ts';
import type { Lane, LaneDeps } from './lane.ts';
import { UpstreamFault } from './upstream-fault.ts';
import { headerObject } from './upstream-origin.ts';

export interface GeneralLane extends Lane {
  /** Sends the call again, over a connection of its own; the caller knows that it has not been answered. */
  retry(call: Call): void;
}

interface Attempt {
  readonly call: Call;
  proxyReq?: ClientRequest;
  /** Runs while we wait for the upstream; the library's own clock could not tell its silence from a slow client. */
  silence?: NodeJS.Timeout | undefined;
  /** The client takes nothing at the moment, so that the upstream has to be silent. */
  isPaused: boolean;
  isRetry: boolean;
  /** Answered, refused or failed: whatever else the library reports about it comes too late. */
  isSettled: boolean;
  /** What we know better than the error that the library will report. */
  fault?: UpstreamFault;
}

/**
 * The path for every kind of call: http-proxy-middleware with its own connections, without its default plugins, and
 * with the answer written by us, so that headers, faults and back-pressure are the same in every lane.
 */
export function createGeneralLane(deps: LaneDeps): GeneralLane {
  const { origin, onFault, onRefused } = deps;
  const attempts = new WeakMap<IncomingMessage, Attempt>();
  const { Agent } = origin.protocol === 'https:' ? https : http;
  // Long polls hold a connection each; a limit here would make every other call wait behind them.
  const { lookup } = deps;
  const pooled = new Agent({ lookup, keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 });
  const unpooled = new Agent({ lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

  function fail(attempt: Attempt, error: unknown): void {
    if (attempt.isSettled) return;
    clearTimeout(attempt.silence);
    const { call, proxyReq } = attempt;
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
    clearTimeout(attempt.silence);
    attempt.isSettled = true;
    attempt.proxyReq?.destroy();
    onRefused(attempt.call, code);
  }

  /** Runs when the request has its connection, in the same tick in which the library starts to pass the body on. */
  function begin(attempt: Attempt, proxyReq: ClientRequest): void {
    const { call } = attempt;
    attempt.proxyReq = proxyReq;
    const giveUp = (): void => {
      if (attempt.isSettled) return;
      if (attempt.isPaused) {
        attempt.silence?.refresh();
        return;
      }
      // An upstream that has read all we have is not to blame for what the client does not send.
      if (!call.req.complete && !proxyReq.writableNeedDrain) refuse(attempt, 'request_timeout');
      else {
        attempt.fault = new UpstreamFault('timeout');
        proxyReq.destroy(attempt.fault);
      }
    };
    clearTimeout(attempt.silence);
    attempt.silence = setTimeout(giveUp, call.silenceMs).unref();
    proxyReq.once('close', () => clearTimeout(attempt.silence));
    const { socket } = proxyReq;
    if (socket?.connecting) {
      const timer = setTimeout(giveUp, deps.connectMs).unref();
      socket.once(origin.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      socket.once('close', () => clearTimeout(timer));
    }
    if (call.body.kind === 'none') return;
    if (call.expectsContinue) call.res.writeContinue();
    let size = 0;
    call.req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      attempt.silence?.refresh();
      if (size > call.bodyLimit && !attempt.isSettled) refuse(attempt, 'too_large');
    });
  }

  function relay(attempt: Attempt, proxyRes: IncomingMessage): void {
    const reply = deps.createReply(attempt.call);
    // Before the library's own listener, which would cut a client that has not been told anything yet.
    proxyRes.on('error', (error) => fail(attempt, error));
    // If refused here, it stays unread until the library destroys it together with our response.
    if (!reply.head(proxyRes.statusCode ?? 0, proxyRes.rawHeaders)) return;
    if (reply.isEventStream) {
      clearTimeout(attempt.silence);
      attempt.silence = undefined;
    }
    const resume = (): void => {
      attempt.isPaused = false;
      attempt.silence?.refresh();
      proxyRes.resume();
    };
    attempt.silence?.refresh();
    proxyRes.on('data', (chunk: Buffer) => {
      attempt.silence?.refresh();
      if (reply.write(chunk, resume)) return;
      attempt.isPaused = true;
      proxyRes.pause();
    });
    proxyRes.on('end', () => reply.end());
  }

  const events: Plugin<IncomingMessage, ServerResponse> = (proxy) => {
    const known = (req: IncomingMessage | undefined) => (req === undefined ? undefined : attempts.get(req));
    proxy.on('proxyReq', (proxyReq, req) => {
      const attempt = known(req);
      if (attempt !== undefined) begin(attempt, proxyReq);
    });
    proxy.on('proxyRes', (proxyRes, req) => {
      const attempt = known(req);
      if (attempt !== undefined && !attempt.isSettled) relay(attempt, proxyRes);
    });
    // Without these two listeners a fault would end the process.
    proxy.on('error', (error, req) => {
      const attempt = known(req);
      if (attempt !== undefined) fail(attempt, error);
    });
    proxy.on('econnreset', (_error, req) => {
      const attempt = known(req);
      if (attempt !== undefined) attempt.isSettled = true;
    });
  };

  const middleware = (agent: http.Agent) =>
    createProxyMiddleware<IncomingMessage, ServerResponse>({
      target: { protocol: origin.protocol, host: origin.hostname, port: origin.port },
      agent,
      ejectPlugins: true,
      plugins: [events],
      selfHandleResponse: true,
    });
  const first = middleware(pooled);
  const again = middleware(unpooled);

  function send(attempt: Attempt, proxy: typeof first): void {
    void proxy(attempt.call.req, attempt.call.res, (error) => fail(attempt, error));
  }

  function attemptOf(call: Call, isRetry: boolean): Attempt {
    const attempt: Attempt = { call, isRetry, isSettled: false, isPaused: false };
    attempts.set(call.req, attempt);
    const headers = headerObject(deps.headers(call));
    if (call.body.kind === 'chunked') headers['transfer-encoding'] = 'chunked';
    // The library copies these two to the upstream request.
    call.req.headers = headers as http.IncomingHttpHeaders;
    call.req.url = call.upstreamPath;
    return attempt;
  }

  return {
    forward: (call) => send(attemptOf(call, false), first),
    retry: (call) => send(attemptOf(call, true), again),
    close() {
      pooled.destroy();
      unpooled.destroy();
    },
  };
}
