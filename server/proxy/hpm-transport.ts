import type http from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { responseInterceptor } from 'http-proxy-middleware';
import { watchBody } from '#server/request/body-limit.ts';
import { isRepeatable } from '#server/request/call.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { GatewayResponse } from '#server/request/facts.ts';
import { isComplete, type LingerTimes, readOut } from '#server/request/read-out.ts';
import { cleanHead, isRead, rewrittenBody, takeBack } from './answer.ts';
import { type Call, type Exchange, exchangeOf, newExchange } from './exchange.ts';
import { filteredReplyLimit } from './password-filter.ts';
import { closeIdleConnections, createUpstreamAgent, noteIdleTime } from './upstream-agent.ts';
import { UpstreamFault } from './upstream-fault.ts';
import { createUpstreamMiddleware, type ProxyPlugin } from './upstream-middleware.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';
import type { ConnectionRules } from './watch-connections.ts';

/** Forwards calls to the upstream, and its answers to the client. */
export interface HpmTransport {
  forward(call: Call): void;
  close(): void;
}

export interface HpmOptions {
  readonly origin: UpstreamOrigin;
  /** Finds the upstream's addresses for a new connection. */
  readonly lookup: LookupFunction;
  readonly connections: ConnectionRules;
  readonly linger: LingerTimes;
  /** More plugins of http-proxy-middleware. */
  readonly plugins?: readonly ProxyPlugin[];
}

/** How the answer comes: piped by the library, or read whole by its interceptor and written anew. */
type Way = 'piped' | 'read';

/** http-proxy-middleware with connections of our own, and a plugin of ours in the place of its default ones. */
export function createHpmTransport({ origin, lookup, connections, linger, plugins = [] }: HpmOptions): HpmTransport {
  const agent = createUpstreamAgent(origin, lookup, connections);

  function fail(exchange: Exchange, error: unknown): void {
    if (exchange.isSettled) return;
    const { call, proxyReq } = exchange;
    const { req, res, facts } = call;
    call.idleTimeouts.forget(exchange);
    const fault = exchange.fault ?? UpstreamFault.from(error);
    if (res.destroyed || req.socket.destroyed) {
      exchange.isSettled = true;
      return;
    }
    // The upstream closed a kept connection at the very moment we used it again: it never saw the call.
    const diedIdle = fault.kind === 'reset' && proxyReq?.reusedSocket === true && exchange.answer === undefined;
    if (diedIdle && isRepeatable(facts) && !exchange.isRepeated) {
      exchange.isRepeated = true;
      exchange.proxyReq = undefined;
      closeIdleConnections(agent);
      send(exchange);
      return;
    }
    exchange.isSettled = true;
    exchange.stopReading?.();
    if (!res.headersSent) takeBack(res, exchange.copied);
    call.fail(fault);
  }

  function refuse(exchange: Exchange, code: 'too_large' | 'request_timeout'): void {
    const { call } = exchange;
    call.idleTimeouts.forget(exchange);
    exchange.isSettled = true;
    exchange.stopReading?.();
    exchange.proxyReq?.destroy();
    if (!call.res.headersSent) takeBack(call.res, exchange.copied);
    call.refuse(new GatewayError(code));
  }

  function giveUp(exchange: Exchange): void {
    const { call, proxyReq } = exchange;
    // The whole answer has come: its connection may be in use for another call already.
    if (exchange.isSettled || exchange.answer?.complete) return;
    if (call.res.writableNeedDrain) {
      // The client reads nothing, so silence of the upstream is no fault. Node's server gives up such a client.
      call.idleTimeouts.watch(exchange);
      return;
    }
    // The upstream has read everything so far: the client is late with the rest of its body.
    if (!call.req.complete && !proxyReq?.writableNeedDrain) refuse(exchange, 'request_timeout');
    else {
      exchange.fault = new UpstreamFault('timeout');
      // The machine behind it may be gone without a word, and the kept connections with it.
      closeIdleConnections(agent);
      proxyReq?.destroy(exchange.fault);
    }
  }

  /** Runs when the request has its connection, in the same tick in which the library starts to pass the body on. */
  function begin(exchange: Exchange, proxyReq: ClientRequest): void {
    const { call } = exchange;
    const { req, res, facts } = call;
    exchange.proxyReq = proxyReq;
    call.idleTimeouts.watch(exchange);
    proxyReq.on('close', () => call.idleTimeouts.forget(exchange));
    // An unasked 101: without a listener Node closes the connection and emits no error.
    proxyReq.on('upgrade', (_reply, socket) => {
      socket.destroy();
      fail(exchange, new UpstreamFault('invalid'));
    });
    if (facts.expectsContinue) res.writeContinue();
    watchBody(req, facts, () => {
      // An answer that has begun goes on, and the rest of the body is read and dropped.
      if (exchange.answer !== undefined) req.unpipe(proxyReq).resume();
      else if (!exchange.isSettled) refuse(exchange, 'too_large');
    });
  }

  /** Runs before the library copies the head of the answer and pipes its body. */
  function clean(exchange: Exchange, proxyRes: IncomingMessage, way: Way): void {
    const { call } = exchange;
    const { res } = call;
    exchange.answer = proxyRes;
    noteIdleTime(proxyRes);
    // Registered before the library's own listener, which would cut the client's connection before an error is sent.
    proxyRes.on('error', (error) => fail(exchange, error));
    try {
      cleanHead(call, proxyRes, way === 'piped');
    } catch (error) {
      fail(exchange, error);
      // The library pipes once this returns, unless the response has ended; that of an unfinished upload has not.
      if (res.writableEnded) proxyRes.destroy();
      else process.nextTick(() => proxyRes.unpipe(res));
      return;
    }
    exchange.copied = Object.keys(proxyRes.headers);
    if (way === 'read') return;
    if (!res.shouldKeepAlive && !isComplete(call.req)) process.nextTick(() => endAfterRequest(call, proxyRes));
    if (proxyRes.headers['content-type']?.startsWith('text/event-stream')) call.idleTimeouts.forget(exchange);
    // Without a length the head must not wait for the first byte of the body.
    if (proxyRes.headers['content-length'] !== undefined) return;
    setImmediate(() => {
      if (!res.headersSent && !res.destroyed) res.flushHeaders();
    });
  }

  /** The end of the response closes the connection, and the client may still send: it would lose the answer to a reset. */
  function endAfterRequest({ req, res }: Call, proxyRes: IncomingMessage): void {
    proxyRes.unpipe(res).pipe(res, { end: false });
    const end = (): void => void res.end();
    proxyRes.once('end', () => (isComplete(req) ? end() : readOut(req, linger, end)));
  }

  const eventsOf =
    (way: Way): ProxyPlugin =>
    (proxy) => {
      proxy.on('proxyReq', (proxyReq, _req, res) => begin(exchangeOf(res), proxyReq));
      proxy.on('proxyRes', (proxyRes, req, res) => {
        const exchange = exchangeOf(res);
        if (exchange.isSettled) return;
        clean(exchange, proxyRes, way);
        if (way === 'read' && !exchange.isSettled) readWhole(exchange, proxyRes, req);
      });
      // Without these two listeners a fault would end the process.
      proxy.on('error', (error, _req, res) => {
        if (res !== undefined && 'locals' in res) fail(exchangeOf(res), error);
      });
      proxy.on('econnreset', (_error, _req, res) => {
        exchangeOf(res).isSettled = true;
      });
    };

  const interceptor = responseInterceptor<IncomingMessage, GatewayResponse>(async (body, proxyRes, _req, res) =>
    rewrittenBody(exchangeOf(res).call, body, proxyRes),
  );

  /** The library's interceptor has no limit of its own. */
  function readWhole(exchange: Exchange, proxyRes: IncomingMessage, req: IncomingMessage): void {
    let size = 0;
    proxyRes.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > filteredReplyLimit) fail(exchange, new UpstreamFault('invalid'));
    });
    // Without this the interceptor would write to the response once more, and its error would escape as an unhandled rejection.
    exchange.stopReading = () => {
      proxyRes.removeAllListeners();
      proxyRes.on('error', () => undefined).destroy();
    };
    void interceptor(proxyRes, req, exchange.call.res);
  }

  const middleware = (way: Way) =>
    createUpstreamMiddleware(origin, {
      agent,
      selfHandleResponse: way === 'read',
      plugins: [eventsOf(way), ...plugins],
    });
  const ways = { piped: middleware('piped'), read: middleware('read') };

  function send(exchange: Exchange): void {
    const { req, res, facts } = exchange.call;
    void ways[isRead(facts) ? 'read' : 'piped'](req, res, (error) => fail(exchange, error));
  }

  return {
    forward(call) {
      const exchange = newExchange(call, (silent) => giveUp(silent));
      if (call.facts.body.kind === 'chunked') call.headers['transfer-encoding'] = 'chunked';
      // The library copies them to the upstream request.
      call.req.headers = call.headers as http.IncomingHttpHeaders;
      send(exchange);
    },
    close() {
      agent.destroy();
    },
  };
}
