import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { newSecret } from '#platform/config/secret.ts';
import { type CounterMaker, memoryCounters } from '#platform/limits/counters.ts';
import { browserReportsPath } from '#shared/entry-paths.ts';
import { apiPaths } from '#shared/paths.ts';
import type { GatewayConfig } from './config/config.ts';
import { Drain } from './http/drain.ts';
import { type ClientTimes, createHttpServer, usualTimes } from './http/http-server.ts';
import { type LiveSocketLimits, LiveSockets } from './http/live-sockets.ts';
import { createSocketAnswer } from './http/socket-answer.ts';
import { createUpgradeHandler } from './http/upgrade.ts';
import { type AskSession, createAdmitHandshake, noteSession } from './limits/admit-handshake.ts';
import {
  type BudgetName,
  browserReports,
  type CallBounds,
  type Points,
  scaledBounds,
  scaledPoints,
  scaledSockets,
} from './limits/budgets.ts';
import { boundCalls } from './limits/calls-in-flight.ts';
import { HeldRefusals, type HoldBounds } from './limits/held-refusals.ts';
import { handleInTurn } from './limits/in-turn.ts';
import { limitCalls } from './limits/limit-calls.ts';
import { createLimits } from './limits/limits.ts';
import { ProcessCounter } from './limits/process-counter.ts';
import { ValidSessions } from './limits/valid-sessions.ts';
import { Circuit } from './proxy/circuit.ts';
import { createCookiePolicy } from './proxy/cookies.ts';
import { guardUpstream } from './proxy/pass-circuit.ts';
import { createProxy } from './proxy/proxy.ts';
import { createRoundRobinLookup } from './proxy/round-robin-dns.ts';
import { createUpstreamClient, type OnFault } from './proxy/upstream-client.ts';
import type { ProxyPlugin } from './proxy/upstream-middleware.ts';
import { parseUpstreamOrigin } from './proxy/upstream-origin.ts';
import { answerErrors, noRoute } from './request/answer-errors.ts';
import { createReadCall } from './request/call.ts';
import { createIdentify, createReadCookies, identifyRequest } from './request/identify.ts';
import { refuseMalformed } from './request/malformed.ts';
import { createCrossSite } from './security/cross-site.ts';
import { createCheckCall, guardCalls } from './security/guards.ts';
import { secureAnswers } from './security/helmet.ts';
import { createSharePages, type ShareDeps } from './share/share-pages.ts';
import { answerRobots } from './site/robots.ts';
import type { Site } from './site/site.ts';
import { answerSitemap } from './site/sitemap.ts';
import { answerWellKnown } from './site/well-known.ts';
import { type ReportKind, takeBrowserReports } from './watch/browser-reports.ts';
import { answerHealth, type HealthTimes } from './watch/health.ts';
import { createKnownCapabilities, knowUpstream } from './watch/known-capabilities.ts';
import type { GatewayState } from './watch/metrics.ts';
import { logRequests, type RecordRequest, watchRequests } from './watch/request-record.ts';
import { createUpstreamProbe } from './watch/upstream-probe.ts';

export interface GatewayDeps {
  config: GatewayConfig;
  /** Where calls go: UPSTREAM_URL, or the embedded upstream's address. */
  upstreamUrl: URL;
  log: Logger;
  /** The built client; without it only the API and health are served. */
  site?: Site;
  version?: string;
  /** Time limits for slow clients; tests shorten them. */
  clientTimes?: Partial<ClientTimes>;
  liveSocketLimits?: Partial<LiveSocketLimits>;
  /** Where attempts are counted: in this process, unless several must share them. */
  counters?: CounterMaker;
  /** Other points than those of the table of budgets. */
  budgetPoints?: Partial<Points>;
  /** Other bounds of calls in flight than those of `budgets.ts`. */
  callBounds?: { readonly calls: CallBounds; readonly polls: CallBounds };
  /** Whose session wants to open a live connection; by default the upstream is asked. */
  askSession?: AskSession;
  /** Other bounds of refused handshakes that wait for their answer. */
  refusals?: HoldBounds;
  /** Called for every call that a budget refuses. */
  onRefused?: (budget: BudgetName) => void;
  healthTimes?: Partial<HealthTimes>;
  /** Counts what browsers report, beside the log. */
  countReport?: (kind: ReportKind) => void;
  /** Called for every request that is over, beside the log. */
  record?: RecordRequest;
  /** More plugins of http-proxy-middleware, for calls and upgrades. */
  proxyPlugins?: readonly ProxyPlugin[];
}

export interface Gateway {
  app: Express;
  /** Not listening yet. */
  server: Server;
  /** Stops taking work, lets running requests finish for at most the grace, then closes the rest. */
  shutdown(): Promise<void>;
  state(): GatewayState;
}

/** Builds the gateway: one Express application, and Node's server around it. Nothing listens yet. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { log, site } = deps;
  const parts = createParts(deps);
  const { drain, liveSockets, proxy } = parts;

  const app = express();
  app.disable('x-powered-by');
  // Only lower-case `/api` is the API.
  app.enable('case sensitive routing');

  app.use(parts.readCookies, identifyRequest(parts.identify));
  app.use(watchRequests(parts.records, deps.config.logAddress), drain.track, handleInTurn());
  app.use(secureAnswers(site?.inline));
  app.use(refuseMalformed);
  app.use(
    '/api',
    guardCalls(parts.checkCall),
    limitCalls(parts.limits, parts.admitHandshake, parts.refusals),
    parts.boundCalls,
    parts.guardUpstream,
    proxy.forward,
  );
  app.use('/health', parts.health);
  app.use(browserReportsPath, parts.browserReports);
  app.use('/.well-known', answerWellKnown(deps.config.contact));
  if (site !== undefined) {
    app.use(site.files, answerRobots(site.publicUrl), parts.sitemap);
    if (parts.sharePages !== undefined) app.use(parts.sharePages);
    app.use(parts.knowUpstream, site.pages.serve);
  }
  app.use(noRoute);
  app.use(answerErrors(log, { ...usualTimes, ...deps.clientTimes }, site?.pages.showError));

  const server = createHttpServer({
    ...parts,
    app,
    responseOn: (socket) => drain.responseOn(socket),
    times: deps.clientTimes,
  });
  drain.attach(server);
  server.on('upgrade', createUpgradeHandler({ ...parts, isDraining: () => drain.isDraining }));

  return {
    app,
    server,
    async shutdown() {
      parts.refusals.end();
      await drain.run();
      proxy.close();
      parts.client.close();
    },
    state: () => ({ liveSockets: liveSockets.size, running: drain.running, isDraining: drain.isLeaving }),
  };
}

/** The pages that people have made public, where the build has them. */
function sharePages(site: Site | undefined, reading: Pick<ShareDeps, 'ask' | 'limits'>) {
  return site?.share && createSharePages({ source: site.share, origin: site.publicUrl, ...reading });
}

/** How long a connection to the upstream may take to open, in milliseconds. */
const longestConnectMs = 5000;

/** The parts of the middleware; upgrades share some of them. */
function createParts(deps: GatewayDeps) {
  const { config, upstreamUrl, log, version = '0' } = deps;
  const origin = parseUpstreamOrigin(upstreamUrl);
  const lookup = createRoundRobinLookup();
  const viaToken = `dotcode-${randomBytes(4).toString('hex')}`;
  const crossSite = createCrossSite(config.publicUrl);
  const circuit = new Circuit({ threshold: 5, pauseMs: 250, longestPauseMs: 500 });
  const connections = { circuit, connectMs: Math.min(longestConnectMs, config.proxyTimeoutMs) };
  const onFault: OnFault = ({ requestId, method, kind: call }, { kind, cause }) =>
    log.warn({ requestId, method, call, fault: kind, code: (cause as NodeJS.ErrnoException)?.code }, 'upstream');
  const client = createUpstreamClient({
    origin,
    lookup,
    viaToken,
    connections,
    timeoutMs: config.proxyTimeoutMs,
    onFault,
  });
  const capabilities = createKnownCapabilities(client.ask);
  const cookies = createCookiePolicy({
    sessionCookie: config.sessionCookie,
    hostCookie: config.hostCookie,
    prefix: origin.prefix,
    onSecureLost: () =>
      log.warn(
        { attribute: 'Secure' },
        'cookies of the upstream leave without Secure, which browsers refuse over http: serve the site over https, or name the proxy that does in TRUST_PROXY',
      ),
  });
  const liveSockets = new LiveSockets({ ...scaledSockets(config.rateLimitFactor), ...deps.liveSocketLimits });
  const sessions = new ValidSessions();
  const bounds = { ...scaledBounds(config.rateLimitFactor), ...deps.callBounds };
  const drain = new Drain({ liveSockets, delayMs: config.shutdownDelayMs, graceMs: config.shutdownGraceMs });
  const proxy = createProxy({
    config,
    origin,
    lookup,
    viaToken,
    connections,
    cookies,
    times: { ...usualTimes, ...deps.clientTimes },
    plugins: deps.proxyPlugins,
    onAnswer: (facts, status) => noteSession(sessions, facts, status),
    onSessionEnd(sessionHash) {
      sessions.forget(sessionHash);
      liveSockets.endSession(sessionHash);
    },
    onFault,
  });
  const limits = createLimits({
    counters: deps.counters ?? memoryCounters(),
    points: { ...scaledPoints(config.rateLimitFactor), ...deps.budgetPoints },
    log,
    secret: config.secret ?? newSecret(),
    secretPrevious: config.secretPrevious,
    onRefused: deps.onRefused,
  });
  const askSession: AskSession = (call) =>
    client.ask(apiPaths.profileView, {
      asker: call,
      cookie: `${config.sessionCookie}=${encodeURIComponent(call.session ?? '')}`,
    });
  const reportLines = new ProcessCounter(browserReports);
  const records = deps.record === undefined ? [] : [deps.record];
  if (log.isLevelEnabled('info')) records.push(logRequests(log));
  return {
    origin,
    lookup,
    connections,
    boundCalls: boundCalls(bounds),
    guardUpstream: guardUpstream(circuit),
    liveSockets,
    drain,
    proxy,
    records,
    plugins: deps.proxyPlugins,
    handshakeMs: config.proxyTimeoutMs,
    identify: createIdentify(config),
    client,
    sitemap: answerSitemap({ origin: deps.site?.publicUrl, ask: client.ask, limits }),
    sharePages: sharePages(deps.site, { ask: client.ask, limits }),
    knowUpstream: knowUpstream(capabilities),
    readCookies: createReadCookies(),
    answerSocket: createSocketAnswer(),
    crossSite,
    checkCall: createCheckCall({ readCall: createReadCall(config), viaToken, crossSite }),
    limits,
    refusals: new HeldRefusals(deps.refusals),
    admitHandshake: createAdmitHandshake({
      ...{ limits, sessions },
      ...{ ask: deps.askSession ?? askSession, bounds: bounds.questions },
    }),
    browserReports: takeBrowserReports({ log, count: deps.countReport, mayLog: () => reportLines.spend('').allowed }),
    health: answerHealth({
      version,
      probe: createUpstreamProbe(client.ask),
      isDraining: () => drain.isLeaving,
      times: deps.healthTimes,
      onChange(readiness, reason) {
        if (readiness === 'ready') log.info('the upstream is ready');
        else if (readiness === 'starting') log.info({ reason }, 'the upstream is not ready yet');
        else log.warn({ reason }, 'the upstream is not ready');
      },
    }),
  };
}
