import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { GatewayConfig } from '#server/config/config.ts';
import { callRules } from '#server/request/call-kind.ts';
import type { CallFacts, Middleware } from '#server/request/facts.ts';
import type { LingerTimes } from '#server/request/read-out.ts';
import type { CookiePolicy } from './cookies.ts';
import { createHpmTransport } from './hpm-transport.ts';
import { IdleTimeouts } from './idle-timeout.ts';
import { createLocationMapper } from './location.ts';
import { createReplyHeaders } from './reply-headers.ts';
import { createRequestHeaders, type HeaderObject } from './request-headers.ts';
import type { UpstreamFault } from './upstream-fault.ts';
import type { ProxyPlugin } from './upstream-middleware.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';
import type { ConnectionRules } from './watch-connections.ts';

export interface ProxyOptions {
  readonly config: Pick<GatewayConfig, 'proxyTimeoutMs' | 'publicUrl'>;
  readonly origin: UpstreamOrigin;
  readonly lookup: LookupFunction;
  /** The name of this gateway in `Via`. */
  readonly viaToken: string;
  readonly connections: ConnectionRules;
  readonly cookies: CookiePolicy;
  readonly times: LingerTimes & {
    /** How long a kept connection of a client may be idle. */
    readonly keepAliveMs: number;
  };
  readonly plugins?: readonly ProxyPlugin[] | undefined;
  /** The upstream has begun to answer a call. */
  onAnswer(facts: CallFacts, status: number): void;
  /** The session of a call has ended, as far as the upstream's answer shows. */
  onSessionEnd(sessionHash: string): void;
  onFault(facts: CallFacts, fault: UpstreamFault): void;
}

/** Forwards requests and upgrades to the upstream. */
export interface UpstreamProxy {
  /** The last middleware of /api. */
  readonly forward: Middleware;
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

/** Engine.IO answers a poll after 25 s at the latest, by default. */
const longPollMs = 60_000;

export function createProxy(options: ProxyOptions): UpstreamProxy {
  const { config, origin, viaToken, connections, cookies, times } = options;
  const { proxyTimeoutMs } = config;
  const idleTimeouts = new IdleTimeouts(proxyTimeoutMs);
  const longIdleTimeouts = new IdleTimeouts(Math.max(longPollMs, proxyTimeoutMs));
  const transport = createHpmTransport({
    origin,
    lookup: options.lookup,
    connections,
    linger: times,
    plugins: options.plugins ?? [],
  });

  const requestHeaders = createRequestHeaders({
    host: origin.host,
    viaToken,
    cookies: cookies.incoming,
  });
  const toOwnPath = createLocationMapper(origin);
  const publicHost = config.publicUrl && new URL(config.publicUrl).host;
  const replyHeaders = createReplyHeaders({
    setCookie: cookies.outgoing,
    location: (value, { client }) =>
      toOwnPath(value, publicHost === undefined ? [client.host] : [client.host, publicHost]),
  });

  function answered(facts: CallFacts, status: number): void {
    connections.circuit.succeeded();
    options.onAnswer(facts, status);
    if (facts.sessionHash !== undefined && endsSession(facts, status)) options.onSessionEnd(facts.sessionHash);
  }

  function faulted(facts: CallFacts, fault: UpstreamFault): void {
    options.onFault(facts, fault);
  }

  const forward: Middleware = (req, res, next) => {
    const facts = res.locals.call as CallFacts;
    transport.forward({
      req,
      res,
      facts,
      headers: requestHeaders(req, facts),
      replyHeaders,
      keepAliveMs: times.keepAliveMs,
      idleTimeouts: callRules[facts.kind].isLongPoll ? longIdleTimeouts : idleTimeouts,
      answered(status) {
        res.locals.upstreamAnsweredAt = performance.now();
        answered(facts, status);
      },
      faulted: (fault) => faulted(facts, fault),
      fail(fault) {
        faulted(facts, fault);
        next(fault);
      },
      refuse: next,
    });
  };

  return {
    forward,
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
  return status === 401 ? rules.endsSessionAt401 : rules.endsSession && status < 300 && status !== 202;
}
