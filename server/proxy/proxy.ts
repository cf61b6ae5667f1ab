import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { fixRequestBody } from 'http-proxy-middleware';
import type { Logger } from 'pino';
import type { GatewayConfig } from '#server/config.ts';
import { isRepeatable, watchBody } from '#server/request/call.ts';
import { callRules } from '#server/request/call-kind.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { ApiCall, GatewayResponse, Middleware } from '#server/request/facts.ts';
import type { Tuning } from '#server/tuning.ts';
import { readAnswerBeforeError } from './answer-before-error.ts';
import { createCookiePolicy } from './cookies.ts';
import { connectionHeaders, createReplyHeaders, createRequestHeaders } from './headers.ts';
import { createLocationMapper } from './location.ts';
import { sendWithoutPasswords } from './login-answer.ts';
import { createMiddleware, limitConnect, type ProxyPlugin, type Upstream } from './upstream.ts';
import { UpstreamFault } from './upstream-fault.ts';

export interface ProxyDeps {
  readonly config: Pick<GatewayConfig, 'proxyTimeoutMs' | 'publicUrl' | 'sessionCookie'>;
  readonly upstream: Upstream;
  /** The name of this gateway in `Via`. */
  readonly viaToken: string;
  readonly tuning: Pick<Tuning, 'clients' | 'upstream'>;
  readonly log: Logger;
  /** The session of a call has ended, as far as the upstream's answer shows. */
  onSessionEnd(sessionHash: string): void;
}

export type CallProxy = ReturnType<typeof createProxy>;

/** Carries calls to the upstream; upgrades go by the same rules. */
export function createProxy({ config, upstream, viaToken, tuning, log, onSessionEnd }: ProxyDeps) {
  const { agent, origin } = upstream;
  const cookies = createCookiePolicy({
    sessionCookie: config.sessionCookie,
    prefix: origin.prefix,
    onSecureLost: () => log.warn({ attribute: 'Secure' }, secureLost),
  });
  const requestHeaders = createRequestHeaders({ host: origin.host, viaToken, cookies: cookies.incoming });
  const toOwnPath = createLocationMapper(origin);
  const publicHosts = config.publicUrl === undefined ? [] : [new URL(config.publicUrl).host];
  const replyHeaders = createReplyHeaders({
    setCookie: cookies.outgoing,
    location: (value, { client }) => toOwnPath(value, [client.host, ...publicHosts]),
  });

  /** The upstream has begun to answer. */
  function answered(call: ApiCall, status: number): void {
    if (call.sessionHash !== undefined && endsSession(call, status)) onSessionEnd(call.sessionHash);
  }

  /** The upstream gave no answer, or only a part of it. */
  function faulted({ requestId, method, kind: call }: ApiCall, { kind, cause }: UpstreamFault): void {
    log.warn({ requestId, method, call, fault: kind, code: (cause as NodeJS.ErrnoException)?.code }, 'upstream');
  }

  /** Ends the call with an error, once. Nothing more of it reaches the upstream, and later events of it are ignored. */
  function refuse(req: Request, res: GatewayResponse, error: GatewayError): void {
    const call = res.locals.call as ApiCall;
    const { upstream: state } = call;
    if (state.isSettled) return;
    state.isSettled = true;
    if (state.request !== undefined) req.unpipe(state.request);
    state.request?.destroy();
    state.answer?.unpipe(res).destroy();
    if (res.destroyed || req.socket.destroyed) return;
    if (error instanceof UpstreamFault) faulted(call, error);
    if (!res.headersSent && state.copied !== undefined)
      for (const name of [...Object.keys(state.copied), 'connection', 'keep-alive']) res.removeHeader(name);
    state.next?.(error);
  }

  function fail(req: Request, res: GatewayResponse, error: unknown): void {
    const call = res.locals.call as ApiCall;
    const { upstream: state } = call;
    const fault = UpstreamFault.from(error);
    // The upstream closed a kept connection at the very moment we used it again: it never saw the call.
    const diedIdle = fault.kind === 'reset' && state.request?.reusedSocket === true && state.answer === undefined;
    if (!diedIdle || state.isSettled || state.isRepeated || !isRepeatable(call)) refuse(req, res, fault);
    else {
      state.isRepeated = true;
      closeIdleConnections();
      send(req, res);
    }
  }

  /** The next call gets a new connection. For when one was lost, or silent: the others most likely are so, too. */
  function closeIdleConnections(): void {
    for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  /** Ends the call when no byte has passed on the upstream's connection for too long. */
  function limitSilence(proxyReq: ClientRequest, req: Request, res: GatewayResponse): void {
    const { socket } = proxyReq;
    if (socket === null) return;
    const { kind, upstream: state } = res.locals.call as ApiCall;
    const { proxyTimeoutMs } = config;
    const ms = callRules[kind].isLongPoll ? Math.max(tuning.upstream.longPollMs, proxyTimeoutMs) : proxyTimeoutMs;
    const giveUp = (): void => {
      // The whole answer has come: its connection may be in use for another call already.
      if (state.isSettled || state.answer?.complete) return;
      // The client reads nothing, so silence of the upstream is no fault. Node's server gives up such a client.
      if (res.writableNeedDrain) socket.setTimeout(ms);
      // The upstream has read everything so far: the client is late with the rest of its body.
      else if (!req.complete && !proxyReq.writableNeedDrain) refuse(req, res, new GatewayError('request_timeout'));
      else {
        // The machine behind it may be gone without a word, and the kept connections with it.
        closeIdleConnections();
        refuse(req, res, new UpstreamFault('timeout'));
      }
    };
    socket.setTimeout(ms).on('timeout', giveUp);
    proxyReq.once('close', () => socket.off('timeout', giveUp));
  }

  /** Runs when the request has its connection, in the same tick in which the library starts to pass the body on. */
  function begin(proxyReq: ClientRequest, req: Request, res: GatewayResponse): void {
    const call = res.locals.call as ApiCall;
    call.upstream.request = proxyReq;
    if (!proxyReq.reusedSocket && proxyReq.socket !== null) readAnswerBeforeError(proxyReq.socket);
    const connectMs = Math.min(tuning.upstream.connectMs, config.proxyTimeoutMs);
    limitConnect(proxyReq, connectMs, () => refuse(req, res, new UpstreamFault('timeout')));
    limitSilence(proxyReq, req, res);
    // An unasked 101: without a listener Node closes the connection and emits no error.
    proxyReq.on('upgrade', (_reply, socket) => {
      socket.destroy();
      refuse(req, res, new UpstreamFault('invalid'));
    });
    if (call.expectsContinue) res.writeContinue();
    if (req.body !== undefined) fixRequestBody(proxyReq, req);
    watchBody(req, call, () => {
      // An answer that has begun goes on, and the rest of the body is read and dropped.
      if (call.upstream.answer !== undefined) req.unpipe(proxyReq).resume();
      else refuse(req, res, new GatewayError('too_large'));
    });
  }

  /** Runs before the library copies the head of the answer and pipes its body. */
  function stream(proxyRes: IncomingMessage, req: Request, res: GatewayResponse): void {
    const call = res.locals.call as ApiCall;
    const { 'content-type': type, 'content-length': length } = proxyRes.headers;
    if (!receive(proxyRes, req, res)) return;
    // A client that is slower than the upstream no longer waits for it.
    proxyRes.once('pause', () => call.upstream.giveBackPlace?.());
    if (type?.startsWith('text/event-stream')) proxyRes.socket.setTimeout(0);
    // Without a length the head must not wait for the first byte of the body.
    if (length !== undefined) return;
    setImmediate(() => {
      if (!res.headersSent && !res.destroyed && !call.upstream.isSettled) res.flushHeaders();
    });
  }

  function buffer(proxyRes: IncomingMessage, req: Request, res: GatewayResponse): void {
    // Read now: the head that leaves has no encoding any more.
    const encoding = proxyRes.headers['content-encoding'];
    if (receive(proxyRes, req, res)) sendWithoutPasswords(proxyRes, encoding, res, (fault) => refuse(req, res, fault));
  }

  /** Puts the headers that may leave on the response; false where the answer cannot be passed on. */
  function receive(proxyRes: IncomingMessage, req: Request, res: GatewayResponse): boolean {
    const call = res.locals.call as ApiCall;
    const { upstream: state } = call;
    if (state.isSettled) return false;
    state.answer = proxyRes;
    res.locals.upstreamAnsweredAt = performance.now();
    // Registered before the library's own listener, which would cut the client's connection before an error is sent.
    proxyRes.on('error', (error) => fail(req, res, error));
    proxyRes.once('end', () => state.giveBackPlace?.());
    const { statusCode = 0 } = proxyRes;
    const headers = replyHeaders(call, proxyRes);
    const ofConnection = connectionHeaders(res, tuning.clients.keepAliveMs);
    state.copied = headers;
    try {
      if (statusCode < 200 || statusCode > 599) throw new UpstreamFault('invalid');
      // Throws for bytes that Node refuses to write. The library would leave such a header out in silence.
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      // The library copies the rest, and the upstream's words for the status, which may be such bytes.
      proxyRes.headers = ofConnection;
      proxyRes.statusMessage = '';
      answered(call, statusCode);
      return true;
    } catch (error) {
      refuse(req, res, UpstreamFault.from(error));
      return false;
    }
  }

  const events =
    (onAnswer: typeof stream): ProxyPlugin =>
    (hpm) => {
      hpm.on('proxyReq', (proxyReq, req, res) => begin(proxyReq, req as Request, res));
      hpm.on('proxyRes', (proxyRes, req, res) => onAnswer(proxyRes, req as Request, res));
      // Without these two listeners a fault would end the process.
      hpm.on('error', (error, req, res) => {
        if (req !== undefined && res !== undefined && 'locals' in res) fail(req as Request, res, error);
      });
      hpm.on('econnreset', (_error, _req, res) => {
        (res.locals.call as ApiCall).upstream.isSettled = true;
      });
    };
  const streamed = createMiddleware(upstream, { agent }, events(stream));
  const buffered = createMiddleware(upstream, { agent, selfHandleResponse: true }, events(buffer));

  function send(req: Request, res: GatewayResponse): void {
    const { kind } = res.locals.call as ApiCall;
    const carry = callRules[kind].replyMayHoldPassword ? buffered : streamed;
    void carry(req, res, (error) => fail(req, res, error));
  }

  /** The last middleware of /api. */
  const forward: Middleware = (req, res, next) => {
    const call = res.locals.call as ApiCall;
    const headers = requestHeaders(req, call);
    // A body that was parsed is written anew, with its length.
    if (call.body.kind === 'chunked' && req.body === undefined) headers['transfer-encoding'] = 'chunked';
    // The library copies them to the upstream request.
    req.headers = headers as IncomingHttpHeaders;
    call.upstream.next = next;
    send(req, res);
  };

  return { forward, requestHeaders, replyHeaders, answered, faulted };
}

const secureLost =
  'cookies of the upstream leave without Secure, which browsers refuse over http: serve the site over https, or name the proxy that does in TRUST_PROXY';

/** After such an answer the session of the request must not keep a live connection. */
function endsSession({ kind }: ApiCall, status: number): boolean {
  const rules = callRules[kind];
  return status === 401 ? rules.endsSessionAt401 : rules.endsSession && status < 300 && status !== 202;
}
