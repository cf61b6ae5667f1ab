import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import express from 'express';
import type { Logger } from 'pino';
import { newSecret } from '#config/secret.ts';
import type { GatewayConfig } from './config/config.ts';
import { type CounterMaker, memoryCounters } from './limits/counters.ts';
import { createRateLimits, defaultLimits, type RateLimits, scaleLimits } from './limits/rate-limit.ts';
import { Drain } from './live/drain.ts';
import { type ClientTimes, createHttpServer } from './live/http-server.ts';
import { type LiveSocketLimits, LiveSockets } from './live/live-sockets.ts';
import { createUpgradeHandler } from './live/upgrade.ts';
import { createApi } from './proxy/api.ts';
import { createRoundRobinLookup } from './proxy/round-robin-dns.ts';
import { parseUpstreamOrigin } from './proxy/upstream-origin.ts';
import { type ClientAddress, createClientAddressReader, isHost } from './request/client-address.ts';
import { sendApiError } from './request/errors.ts';
import { checkRequest } from './request/malformed.ts';
import { refuseRequest } from './request/refuse-request.ts';
import { isApi } from './request/target.ts';
import type { PageRequest } from './site/pages.ts';
import type { Site } from './site/site.ts';
import { createHealth } from './watch/health.ts';
import type { GatewayState } from './watch/metrics.ts';
import { createPseudonyms } from './watch/pseudonyms.ts';
import { logRequests, type RecordRequest, type WatchRequest, watchRequests } from './watch/request-record.ts';
import { createUpstreamProbe } from './watch/upstream-probe.ts';

export interface GatewayDeps {
  config: GatewayConfig;
  /** Where calls go: UPSTREAM_URL, or the embedded upstream's address. */
  upstreamUrl: URL;
  log: Logger;
  /** The built client; without it only the API and health are served. */
  site?: Site;
  version?: string;
  /** Off: every call takes the general way. */
  useFastLane?: boolean;
  /** Shorter ones for tests. */
  clientTimes?: ClientTimes;
  liveSocketLimits?: LiveSocketLimits;
  /** Where attempts are counted: in this process, unless several must share them. */
  counters?: CounterMaker;
  rateLimits?: Partial<RateLimits>;
  /** Told of every request that is over, beside the log. */
  record?: RecordRequest;
}

export interface Gateway {
  /** Not listening yet. */
  server: Server;
  /** Stops taking work, lets running requests finish for at most the grace, then closes whatever is left. */
  shutdown(): Promise<void>;
  state(): GatewayState;
}

/** Builds the gateway from its parts; listening, environment and signals are main.ts's. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { config, upstreamUrl, log, site, version = '0' } = deps;
  const origin = parseUpstreamOrigin(upstreamUrl);
  const lookup = createRoundRobinLookup();
  const readClient = createClientAddressReader(config.trustProxy);
  const liveSockets = new LiveSockets(deps.liveSocketLimits);
  const server = createHttpServer(dispatch, (socket) => drain.responseOn(socket), deps.clientTimes);
  const drain = new Drain({ server, liveSockets, graceMs: config.shutdownGraceMs });
  const isDraining = (): boolean => drain.isDraining;
  const watch = createWatch(log, deps.record);
  const api = createApi({
    config,
    origin,
    lookup,
    useFastLane: deps.useFastLane ?? true,
    viaToken: `dotcode-${randomBytes(4).toString('hex')}`,
    onSessionEnd: (session) => liveSockets.endSession(session),
    onFault: ({ id, method, route }, { kind, cause }) =>
      log.warn({ requestId: id, method, route, fault: kind, code: (cause as NodeJS.ErrnoException)?.code }, 'upstream'),
    admit: createRateLimits({
      counters: deps.counters ?? memoryCounters(),
      limits: { ...scaleLimits(defaultLimits, config.rateLimitFactor), ...deps.rateLimits },
      log,
      pseudonym: createPseudonyms(config.secret ?? newSecret()),
    }),
  });
  const health = createHealth({ version, probe: createUpstreamProbe(upstreamUrl), isDraining });

  // Everything that is neither an API call nor a file from memory.
  const pages = express();
  pages.disable('x-powered-by');
  pages.use((req: express.Request, res: express.Response<unknown, PageRequest>) => {
    if (site === undefined) sendApiError(res, 'not_found', { requestId: res.locals.requestId });
    else site.servePage(req, res, res.locals);
  });

  function dispatch(req: IncomingMessage, res: ServerResponse): void {
    drain.track(res);
    const checked = checkRequest(req);
    const isFileOrPage = checked.problem === undefined && !isApi(checked.path);
    // Who asks for a file, and by which name, is in no answer: it is worked out only for those who watch.
    if (watch === undefined && isFileOrPage && site?.serveFile(req, res)) return;
    const client = readClient(req);
    const requestId = requestIdOf(req, client);
    const watched = watch?.(req, res, requestId);
    if (checked.problem !== undefined) {
      refuseRequest(req, res, checked.problem, { requestId, close: true });
      return;
    }
    const { path } = checked;
    if (!isFileOrPage) {
      api.handle(req, res, { path, requestId, client, watched });
      return;
    }
    if (watch !== undefined && site?.serveFile(req, res)) return;
    if (health.serve(req, res, path)) return;
    pages(req, Object.assign(res, { locals: pageRequest(path, requestId, client) }));
  }

  server.on(
    'upgrade',
    createUpgradeHandler({
      api,
      origin,
      lookup,
      liveSockets,
      readClient,
      requestId: requestIdOf,
      isDraining,
      handshakeMs: config.proxyTimeoutMs,
    }),
  );

  return {
    server,
    async shutdown() {
      await drain.run();
      api.close();
    },
    state: () => ({ liveSockets: liveSockets.size, running: drain.running, isDraining: drain.isDraining }),
  };
}

/** Undefined where nobody reads what it would report. */
function createWatch(log: Logger, record: RecordRequest | undefined): WatchRequest | undefined {
  const logRequest = log.isLevelEnabled('info') ? logRequests(log) : undefined;
  if (logRequest === undefined || record === undefined) {
    const only = logRequest ?? record;
    return only && watchRequests(only);
  }
  return watchRequests((each) => {
    logRequest(each);
    record(each);
  });
}

/** A trusted proxy may name the request; anybody else's name could be a log line of their own writing. */
function requestIdOf(req: IncomingMessage, { trustedPeer }: ClientAddress): string {
  const given = trustedPeer ? req.headers['x-request-id'] : undefined;
  return typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : randomUUID();
}

function pageRequest(path: string, requestId: string, { host, proto }: ClientAddress): PageRequest {
  return { path, requestId, isHttps: proto === 'https', host: isHost(host) ? host : 'localhost' };
}
