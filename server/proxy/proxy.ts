import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { GatewayConfig } from '#server/config/config.ts';
import type { CallFacts } from '#server/request/call.ts';
import { callRules } from '#server/request/call-kind.ts';
import type { Middleware } from '#server/request/identify.ts';
import { apiMount } from '#server/request/target.ts';
import type { CookiePolicy } from '#server/security/cookies.ts';
import { createLocationMapper } from '#server/security/location.ts';
import type { Circuit } from './circuit.ts';
import { type Call, createHpmTransport, type ProxyPlugin } from './hpm-transport.ts';
import { IdleTimeouts } from './idle-timeout.ts';
import { createReply } from './reply.ts';
import { createReplyHeaders } from './reply-headers.ts';
import { createRequestHeaders, type HeaderObject } from './request-headers.ts';
import type { UpstreamFault } from './upstream-fault.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';

export interface ProxyOptions {
  readonly config: Pick<GatewayConfig, 'proxyTimeoutMs'>;
  readonly origin: UpstreamOrigin;
  readonly lookup: LookupFunction;
  /** The name of this gateway in `Via`. */
  readonly viaToken: string;
  readonly circuit: Circuit;
  readonly cookies: CookiePolicy;
  readonly plugins?: readonly ProxyPlugin[] | undefined;
  /** The session of a call has ended, as far as the upstream's answer shows. */
  onSessionEnd(session: string): void;
  onFault(facts: CallFacts, fault: UpstreamFault): void;
}

/** The way to the upstream, for requests and for upgrades. */
export interface UpstreamProxy {
  /** The last middleware of /api. */
  readonly forward: Middleware;
  /** Prefix, path and query for the upstream. */
  upstreamPath(originalUrl: string): string;
  /** The complete header of the upstream request. */
  requestHeaders(req: IncomingMessage, facts: CallFacts): HeaderObject;
  /** The upstream's headers as they may leave. */
  replyHeaders(facts: CallFacts, status: number, rawHeaders: readonly string[]): string[];
  /** The upstream has begun to answer. */
  answered(facts: CallFacts, status: number): void;
  /** The upstream gave no answer, or only a part of it. */
  faulted(facts: CallFacts, fault: UpstreamFault): void;
  close(): void;
}

const connectMs = 5000;
/** A client that reads nothing for this long is disconnected: it has gone, or it tries to fill our memory. */
const writeStallMs = 60_000;
/** Engine.IO answers a poll after 25 s at the latest, by default. */
const longPollMs = 60_000;

export function createProxy(options: ProxyOptions): UpstreamProxy {
  const { config, origin, viaToken, circuit, cookies } = options;
  const { proxyTimeoutMs } = config;
  const idleTimeouts = new IdleTimeouts(proxyTimeoutMs);
  const longIdleTimeouts = new IdleTimeouts(Math.max(longPollMs, proxyTimeoutMs));
  const transport = createHpmTransport({
    origin,
    lookup: options.lookup,
    connectMs: Math.min(connectMs, proxyTimeoutMs),
    plugins: options.plugins ?? [],
  });

  const upstreamPath = (originalUrl: string): string => origin.prefix + originalUrl.slice(apiMount.length);
  const requestHeaders = createRequestHeaders({
    host: origin.host,
    viaToken,
    cookies: (header, { client }) => cookies.incoming(header, client),
  });
  const replyHeaders = createReplyHeaders({
    setCookie: (line, { client }) => cookies.outgoing(line, client),
    location: createLocationMapper(origin),
  });

  function answered(facts: CallFacts, status: number): void {
    circuit.succeeded();
    if (facts.session !== undefined && endsSession(facts, status)) options.onSessionEnd(facts.session);
  }

  function faulted(facts: CallFacts, fault: UpstreamFault): void {
    if (fault.kind === 'unreachable') circuit.failed();
    options.onFault(facts, fault);
  }

  const forward: Middleware = (req, res, next) => {
    const facts = res.locals.call as CallFacts;
    const fail = (fault: UpstreamFault): void => {
      faulted(facts, fault);
      next(fault);
    };
    const onHead = (status: number): void => {
      res.locals.upstreamAnsweredAt = performance.now();
      answered(facts, status);
    };
    const call: Call = {
      req,
      res,
      facts,
      upstreamPath: upstreamPath(req.originalUrl),
      headers: requestHeaders(req, facts),
      idleTimeouts: callRules[facts.kind].isLongPoll ? longIdleTimeouts : idleTimeouts,
      createReply: () => createReply({ facts, res, replyHeaders, writeStallMs, onHead, fail }),
      fail,
      refuse: next,
    };
    transport.forward(call);
  };

  return {
    forward,
    upstreamPath,
    requestHeaders,
    replyHeaders,
    answered,
    faulted,
    close: () => transport.close(),
  };
}

/** After such an answer the session of the request must not keep a live connection. */
function endsSession({ kind }: CallFacts, status: number): boolean {
  const rules = callRules[kind];
  return status === 401 ? rules.needsSession : rules.endsSession && status < 300 && status !== 202;
}
