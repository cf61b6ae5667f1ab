import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { GatewayConfig } from '#server/config/config.ts';
import { peekBody } from '#server/limits/peek-body.ts';
import { type Admit, accountIn, type LimitedCall } from '#server/limits/rate-limit.ts';
import { createFastLane } from '#server/proxy/fast/undici-transport.ts';
import type { ClientAddress } from '#server/request/client-address.ts';
import { comesFromElsewhere, isCrossSite } from '#server/request/cross-site.ts';
import { sendApiError } from '#server/request/errors.ts';
import { refuseRequest } from '#server/request/refuse-request.ts';
import { apiMount, belowApi, routeOf } from '#server/request/target.ts';
import { createCookiePolicy } from '#server/security/cookies.ts';
import { createLocationMapper } from '#server/security/location.ts';
import type { WatchedRequest } from '#server/watch/request-record.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { announcedBody, type Call, type CallFacts } from './call.ts';
import { Circuit } from './circuit.ts';
import { createGeneralLane } from './hpm-transport.ts';
import { Silences } from './idle-timeout.ts';
import { createReply, type ReplyRules, replyHeaders } from './reply.ts';
import type { LaneDeps } from './transport.ts';
import type { UpstreamFault } from './upstream-fault.ts';
import { type UpstreamOrigin, upstreamHeaders } from './upstream-origin.ts';

export interface ApiDeps {
  config: GatewayConfig;
  origin: UpstreamOrigin;
  lookup: LookupFunction;
  viaToken: string;
  /** Small calls take the short way. */
  useFastLane: boolean;
  /** The session behind these calls has ended, as far as the upstream's answers show. */
  onSessionEnd(session: string): void;
  onFault(call: CallFacts, fault: UpstreamFault): void;
  /** The rate limits. */
  admit: Admit;
}

export interface ApiRequest {
  /** Of the request, as it passed the checks. */
  path: string;
  requestId: string;
  client: ClientAddress;
  watched?: WatchedRequest | undefined;
}

export interface Api {
  handle(req: IncomingMessage, res: ServerResponse, request: ApiRequest): void;
  /** The checks that a call below /api must pass, for requests that have no response object, too. */
  prepare(req: IncomingMessage, request: ApiRequest): Prepared;
  /** The header for the upstream. */
  upstreamHeaders(call: CallFacts): string[];
  /** The header for the client, made from the upstream's. */
  replyHeaders(call: CallFacts, status: number, rawHeaders: readonly string[]): string[];
  /** The upstream did not answer; for calls that take another way than `handle`. */
  faulted(call: CallFacts, fault: UpstreamFault): void;
  close(): void;
}

export type Prepared = { problem: ErrorCode; headers?: readonly string[] } | { problem: undefined; call: CallFacts };

const connectMs = 5000;
/** A reader that takes nothing for so long has gone, or means to hold our memory. */
const writeStallMs = 60_000;
/** Engine.IO answers a poll after 25 s at the latest, by default. */
const longPollMs = 60_000;

/** Everything below /api: the checks, then the way to the upstream. */
export function createApi(deps: ApiDeps): Api {
  const { config, origin, viaToken } = deps;
  const cookies = createCookiePolicy({ ...config, prefix: origin.prefix });
  const silences = new Silences(config.proxyTimeoutMs);
  const longSilences = new Silences(Math.max(longPollMs, config.proxyTimeoutMs));
  const circuit = new Circuit({ threshold: 5, pauseMs: 250, longestPauseMs: 500 });

  const rules: ReplyRules = {
    onHead(call, status) {
      call.watched?.upstreamAnswered();
      circuit.succeeded();
      if (call.session !== undefined && endsSession(call, status)) deps.onSessionEnd(call.session);
    },
    setCookie: (line, call) => cookies.outgoing(line, call.client),
    location: createLocationMapper(origin),
    writeStallMs,
  };

  const laneDeps: LaneDeps = {
    origin,
    lookup: deps.lookup,
    connectMs: Math.min(connectMs, config.proxyTimeoutMs),
    headers: (call) => upstreamHeaders(call, origin.host, viaToken),
    createReply: (call) => createReply(call, rules),
    onFault(call, fault) {
      faulted(call, fault);
      sendApiError(call.res, fault.errorCode, { requestId: call.id });
    },
    onRefused: ({ req, res, id }, code) => refuseRequest(req, res, code, { requestId: id }),
  };
  const general = createGeneralLane(laneDeps);
  const fast = deps.useFastLane ? createFastLane(laneDeps, general) : undefined;

  function faulted(call: CallFacts, fault: UpstreamFault): void {
    if (fault.kind === 'unreachable') circuit.failed();
    deps.onFault(call, fault);
  }

  function prepare(req: IncomingMessage, { path, requestId, client, watched }: ApiRequest): Prepared {
    const below = belowApi(path);
    if (below === undefined) return { problem: 'not_found' };
    if (req.headers.via?.includes(viaToken)) return { problem: 'loop_detected' };
    const route = routeOf(below);
    const isSocket = route === '/socket.io' || route.startsWith('/socket.io/');
    if (isSocket ? comesFromElsewhere(req, client.host) : isCrossSite(req, client.host))
      return { problem: 'cross_site' };
    const body = announcedBody(req);
    const bodyLimit = bodyLimitOf(route, config);
    if (body.kind === 'sized' && body.length > bodyLimit) return { problem: 'too_large' };
    const permission = circuit.ask();
    if (!permission.allowed) {
      return { problem: 'unavailable', headers: ['Retry-After', String(permission.retryAfterSeconds)] };
    }
    const { header, session } = cookies.incoming(req.headers.cookie, client);
    return {
      problem: undefined,
      call: {
        req,
        id: requestId,
        watched,
        client,
        method: req.method ?? 'GET',
        route,
        upstreamPath: origin.prefix + (req.url ?? '').slice(apiMount.length),
        cookieHeader: header,
        session,
        body,
        expectsContinue: req.headers.expect !== undefined,
        bodyLimit,
        silences: isSocket ? longSilences : silences,
      },
    };
  }

  function forwardWithinLimits(call: Call): void {
    const admission = deps.admit(limitedCall(call));
    if (admission === undefined) {
      forward(call);
      return;
    }
    void admission.then((answer) => {
      const { req, res, id } = call;
      if (!answer.allowed) return refuseRequest(req, res, 'rate_limited', { requestId: id, headers: answer.headers });
      const { settle } = answer;
      if (res.destroyed) return settle?.(undefined);
      if (settle !== undefined) res.once('close', () => settle(res.headersSent ? res.statusCode : undefined));
      forward(call);
    });
  }

  function forward(call: Call): void {
    (fast?.accepts(call) ? fast : general).forward(call);
  }

  return {
    prepare,
    faulted,
    upstreamHeaders: (call) => upstreamHeaders(call, origin.host, viaToken),
    replyHeaders(call, status, rawHeaders) {
      rules.onHead(call, status);
      return replyHeaders(call, status, rawHeaders, rules);
    },
    handle(req, res, request) {
      const prepared = prepare(req, request);
      if (prepared.problem === undefined) forwardWithinLimits(Object.assign(prepared.call, { res }));
      else refuseRequest(req, res, prepared.problem, { requestId: request.requestId, headers: prepared.headers });
    },
    close() {
      fast?.close();
      general.close();
    },
  };
}

/** Enough for any email and password; what is longer would hide the account from the rate limits. */
const loginBodyLimit = 16 * 1024;

function bodyLimitOf(route: string, { bodyLimit, mediaBodyLimit }: GatewayConfig): number {
  if (route === '/media') return mediaBodyLimit;
  return route === '/login' ? Math.min(loginBodyLimit, bodyLimit) : bodyLimit;
}

function limitedCall(call: Call): LimitedCall {
  const { req, res, method, route, client, session, body } = call;
  return {
    method,
    route,
    address: client.ip,
    session,
    async account() {
      if (body.kind === 'none') return undefined;
      if (call.expectsContinue) {
        res.writeContinue();
        call.expectsContinue = false;
      }
      return accountIn(await peekBody(req, loginBodyLimit));
    },
  };
}

/** Answers after which the session of the request must not keep a live connection. */
function endsSession({ method, route }: CallFacts, status: number): boolean {
  if (status === 401) return route !== '/login' && route !== '/signup';
  if (status >= 300) return false;
  if (route === '/signout') return method === 'POST';
  if (route === '/profile/password') return method === 'PATCH';
  return method === 'DELETE' && (route === '/profile' || route.startsWith('/profile/sessions/'));
}
