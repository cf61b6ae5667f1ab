import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { browserReportsPath } from '#shared/entry-paths.ts';
import type { GatewayConfig } from './config.ts';
import { Drain } from './http/drain.ts';
import { createHttpServer } from './http/http-server.ts';
import { boundUnread } from './http/unread.ts';
import { type Points, scaledPoints } from './limits/budgets.ts';
import { boundCalls, handleInTurn } from './limits/in-flight.ts';
import { createLimits } from './limits/limits.ts';
import { LiveSockets } from './live/live-sockets.ts';
import { createUpgrade } from './live/upgrade.ts';
import { createProxy } from './proxy/proxy.ts';
import { connectUpstream } from './proxy/upstream.ts';
import { handleErrors, noRoute } from './request/errors.ts';
import { createIdentify } from './request/identify.ts';
import { refuseMalformed } from './request/malformed.ts';
import { createGuards } from './security/guards.ts';
import { secureAnswers } from './security/helmet.ts';
import { type Site, serveSite } from './site/site.ts';
import { answerWellKnown } from './site/well-known.ts';
import { type SomeTuning, tuned } from './tuning.ts';
import { takeBrowserReports } from './watch/browser-reports.ts';
import { answerHealth, createProbe } from './watch/health.ts';
import { createKnownCapabilities } from './watch/known-capabilities.ts';
import type { GatewayState, Metrics } from './watch/metrics.ts';
import { recordRequests } from './watch/request-record.ts';

export interface GatewayDeps {
  readonly config: GatewayConfig;
  /** Where calls go: UPSTREAM_URL, or the embedded upstream's address. */
  readonly upstreamUrl: URL;
  readonly log: Logger;
  /** The built client; without it only the API and health are served. */
  readonly site?: Site | undefined;
  readonly version?: string;
  readonly metrics?: Pick<Metrics, 'record' | 'refused' | 'countReport'> | undefined;
  /** Other times and bounds, and other points of budgets, than the usual ones. */
  readonly tuning?: SomeTuning;
  readonly points?: Partial<Points>;
}

export interface Gateway {
  readonly app: Express;
  /** Not listening yet. */
  readonly server: Server;
  /** Stops taking work, lets running requests finish for at most the grace, then closes the rest. */
  shutdown(): Promise<void>;
  /** The log says whether the upstream is ready. */
  askUpstream(): Promise<void>;
  state(): GatewayState;
}

/** Builds the gateway: one Express application, in the order in which a request walks, and Node's server around it. */
export function createGateway({
  config,
  upstreamUrl,
  log,
  site,
  version = '0',
  metrics,
  ...rest
}: GatewayDeps): Gateway {
  const tuning = tuned(rest.tuning ?? {}, config.rateLimitFactor);
  const viaToken = `dotcode-${randomBytes(4).toString('hex')}`;
  const upstream = connectUpstream(upstreamUrl, { timeoutMs: config.proxyTimeoutMs, viaToken });
  const probe = createProbe(upstream.ask, log, tuning.health);
  const capabilities = createKnownCapabilities(upstream.ask, log, config.publicUrl);
  const identify = createIdentify(config);
  const guards = createGuards(config, viaToken);
  const sockets = new LiveSockets(tuning.sockets);
  const drain = new Drain({ sockets, delayMs: config.shutdownDelayMs, graceMs: config.shutdownGraceMs });
  const limits = createLimits({
    points: { ...scaledPoints(config.rateLimitFactor), ...rest.points },
    log,
    countsLogins: async () =>
      config.upstreamUrl === undefined || (await capabilities.known())?.includes('account') !== false,
    onRefused: metrics?.refused,
  });
  const onSessionEnd = (session: string) => sockets.endSession(session);
  const proxy = createProxy({ config, upstream, viaToken, tuning, log, onSessionEnd });

  const app = express();
  app.disable('x-powered-by');
  // Only lower-case `/api` is the API.
  app.enable('case sensitive routing');

  app.use(...identify.middleware);
  app.use(recordRequests(log, metrics?.record), drain.track, handleInTurn());
  app.use(secureAnswers(site?.inline));
  app.use(refuseMalformed);
  app.use('/api', guards.middleware, limits.middleware, boundCalls(tuning), proxy.forward);
  app.use('/health', answerHealth({ version, probe, isDraining: () => drain.isLeaving, times: tuning.health }));
  app.use(browserReportsPath, takeBrowserReports(log, metrics?.countReport));
  app.use('/.well-known', answerWellKnown(config.contact));
  if (site !== undefined) app.use(...serveSite(site, { ask: upstream.ask, limits, capabilities }));
  app.use(noRoute);
  app.use(handleErrors(log, site?.pages.showError));

  const server = createHttpServer({ app, connections: drain.connections, times: tuning.clients });
  drain.attach(server);
  const stopLooking = boundUnread(drain.connections, tuning.unread);
  server.on(
    'upgrade',
    createUpgrade({
      identify,
      guards,
      limits,
      sockets,
      proxy,
      upstream,
      connectMs: tuning.upstream.connectMs,
      handshakeMs: config.proxyTimeoutMs,
      isDraining: () => drain.isDraining,
    }),
  );

  return {
    app,
    server,
    async shutdown() {
      await drain.run();
      stopLooking();
      upstream.close();
    },
    askUpstream: async () => void (await probe.ask()),
    state: () => ({ liveSockets: sockets.size, running: drain.running, isDraining: drain.isLeaving }),
  };
}
